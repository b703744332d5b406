import type { StatusText } from "@/lib/client/panel/text"
import { dollars } from "@/lib/client/format/money"
import type { RedeliveryAction, RedeliveryStatus } from "./view"

export type RedeliveryTextContext = {
  readonly walletName: string
  /** Price of a new answer in atomic units; `null` when unknown. */
  readonly price: string | null
  /** Short address of the wallet that paid; `null`: any connected wallet may try. */
  readonly payer: string | null
  /** `14:05 UTC`; `null` when the purchase is not stored here. */
  readonly until: string | null
}

const named = {
  site: "another site",
  resource: "another resource",
  network: "another network",
} as const

const say = (tone: StatusText["tone"], text: string): StatusText => ({ tone, text, announced: true })
const show = (tone: StatusText["tone"], text: string): StatusText => ({ tone, text, announced: false })

/** Status of a redelivery in one or two sentences. */
export function redeliveryText(status: RedeliveryStatus, words: RedeliveryTextContext): StatusText {
  switch (status.kind) {
    case "no-wallet":
      return show("calm", `Connect ${payerText(words)} to get it again${untilText(words)}.`)
    case "other-wallet":
      return show(
        "warn",
        `Another wallet is connected. Connect ${payerText(words)} to get it again${untilText(words)}.`,
      )
    case "connecting":
      return show("calm", "Waiting for your wallet to answer…")
    case "preparing":
      return show("calm", "Fetching the text to sign…")
    case "ready":
      return show("calm", "One signature under a text, which is no payment. Nothing is charged.")
    case "offline":
      return show("warn", "You are offline. Signing in needs the service.")
    case "mismatch":
      return say("bad", `The service named ${named[status.problem]} in the text to sign. Nothing was signed.`)
    case "unavailable":
      return say("bad", `Signing in is not possible right now. ${status.message}`)
    case "signing":
      return say("busy", `Confirm the sign-in in ${words.walletName}. It is a text, not a payment.`)
    case "declined":
      return say("calm", "You declined. Nothing was charged.")
    case "cancelled":
      return say("calm", "You stopped waiting. Nothing was charged; a signature that comes late is thrown away.")
    case "wallet-failed":
      return say("bad", `The wallet did not sign. Nothing was charged. ${status.message}`)
    case "asking":
      return say("busy", "Signed in, waiting for the answer…")
    case "failed":
      return say("bad", `No answer, nothing was charged. ${status.message} Trying again takes a new signature.`)
    case "refused":
      return say("bad", `Sign-in refused, nothing was charged. ${status.message} ${adviceOf(status.reason, words)}`)
  }
}

function payerText({ payer }: RedeliveryTextContext): string {
  return payer === null ? "the wallet that paid" : `the wallet ${payer} that paid`
}

function untilText({ until }: RedeliveryTextContext): string {
  return until === null ? ", free" : `, free until ${until}`
}

/** What the user can do after a refusal. */
function adviceOf(reason: string, { price }: RedeliveryTextContext): string {
  const anew = price === null ? "A new answer has to be bought." : `A new answer costs ${dollars(price)}.`
  switch (reason) {
    case "siwx_nothing_bought":
      return `If it was bought, the time to fetch it again is over. ${anew}`
    case "invalid_siwx_signature":
      return "Sign in with the wallet that paid."
    case "payment_required":
      return "The sign-in got lost between here and the service."
    default:
      return "Sign in once more."
  }
}

/** Label of the button. */
export function redeliveryActionText(
  action: RedeliveryAction,
  status: RedeliveryStatus,
  words: RedeliveryTextContext,
): string {
  switch (action) {
    case "connect":
      return "Connect the wallet that paid"
    case "ask":
      return "Ask again"
    case "wait":
      if (status.kind === "signing") return "Waiting for the wallet…"
      return status.kind === "asking" ? "Waiting for the answer…" : signText(words)
    case "sign":
      return signText(words)
    case "none":
      return ""
  }
}

function signText(words: RedeliveryTextContext): string {
  return words.until === null ? "Sign in and fetch it, free" : `Get it again: sign in${untilText(words)}`
}
