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
      return show("calm", `Connect ${payerText(words)} to restore it${untilText(words)}.`)
    case "other-wallet":
      return show("warn", `Another wallet is connected. Connect ${payerText(words)} to restore it${untilText(words)}.`)
    case "connecting":
      return show("calm", "Waiting for your wallet…")
    case "preparing":
      return show("calm", "Preparing the message to sign…")
    case "ready":
      return show("calm", "Sign a message. This is not a payment.")
    case "offline":
      return show("warn", "You are offline. Restoring needs a connection.")
    case "terms-mismatch":
      return say("bad", `The message to sign names ${named[status.problem]}. Nothing was signed.`)
    case "unavailable":
      return say("bad", `Restoring is not possible right now. ${status.message}`)
    case "signing":
      return say("busy", `Confirm the message in ${words.walletName}. It is not a payment.`)
    case "rejected":
      return say("calm", "You declined. Nothing was charged.")
    case "cancelled":
      return say("calm", "You stopped waiting. Nothing was charged, and a late signature is discarded.")
    case "wallet-failed":
      return say("bad", `Not signed, nothing was charged. ${status.message}`)
    case "settling":
      return say("busy", "Signed in. Waiting for the answer…")
    case "failed":
      return say("bad", `No answer, nothing was charged. ${status.message} Trying again needs a new signature.`)
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

/** The advice for the user after a refusal. */
function adviceOf(reason: string, { price }: RedeliveryTextContext): string {
  const newAnswer = price === null ? "Please buy a new answer." : `A new answer costs ${dollars(price)}.`
  switch (reason) {
    case "siwx_nothing_bought":
      return `The time to restore it may be over. ${newAnswer}`
    case "invalid_siwx_signature":
      return "Sign in with the wallet that paid."
    case "payment_required":
      return "The sign-in did not reach the service."
    default:
      return "Sign in again."
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
      return "Check again"
    case "wait":
      if (status.kind === "signing") return "Waiting for the wallet…"
      return status.kind === "settling" ? "Waiting for the answer…" : signText(words)
    case "sign":
      return signText(words)
    case "none":
      return ""
  }
}

function signText(words: RedeliveryTextContext): string {
  return words.until === null ? "Restore it free" : `Restore${untilText(words).replace(",", "")}`
}
