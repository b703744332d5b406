import { shortHex } from "@/lib/client/format/address"

/** Error codes of a declined request: 4001 of EIP-1193, 5000 of CAIP-25 (WalletConnect), and ethers' code. */
const DECLINED: ReadonlySet<unknown> = new Set([4001, 5000, "ACTION_REJECTED"])

/** What a wallet error means, with its cure. The first rule that fits is used. */
const troubles: readonly { readonly codes: ReadonlySet<unknown>; readonly words: RegExp; readonly text: string }[] = [
  {
    // EIP-1474 "resource unavailable": the wallet shows another request already.
    codes: new Set([-32_002]),
    words: /already pending/i,
    text: "Open your wallet: a request is waiting there.",
  },
  {
    codes: new Set([4100]),
    words: /\blocked\b|not been authorized|unauthorized/i,
    text: "Your wallet is locked, or does not let this page use the account. Unlock it, then press again.",
  },
  {
    codes: new Set([4900, 4901]),
    words: /disconnected from (?:all|the) chain/i,
    text: "Your wallet has no connection to the network. Open it, check its network, then press again.",
  },
  {
    codes: new Set([4200, -32_601, -32_004]),
    words: /method (?:not|is not) (?:supported|found|available)|does not (?:support|know)/i,
    text: "Your wallet cannot do this. Connect another wallet.",
  },
  {
    codes: new Set<unknown>(),
    words: /expired|timed? ?out/i,
    text: "Your wallet did not answer in time. Open it, then press again.",
  },
]

/** Whether the user declined. */
export function isDecline(error: unknown): boolean {
  return hasCode(error, DECLINED)
}

/** Looks for a code on any level of nested causes. */
function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  if (typeof error !== "object" || error === null) return false
  if ("code" in error && codes.has(error.code)) return true
  return "cause" in error && hasCode(error.cause, codes)
}

/** An error that explains itself: its message is for the reader. */
export class WalletTrouble extends Error {}

/** The wallet signed with an account that does not pay. Nothing was sent. */
export class OtherAccountSigned extends WalletTrouble {
  constructor({ signer, payer }: { readonly signer: string; readonly payer: string }) {
    super(`Your wallet signed with ${shortHex(signer)}. Choose ${shortHex(payer)} there, then press again.`)
  }
}

/** The cure of an error, and what the wallet itself said; `details` is `null` if the text says everything. */
export type WalletReason = { readonly text: string; readonly details: string | null }

/** @param otherwise used for an error of an unknown kind */
export function reasonOf(error: unknown, otherwise = "Open your wallet and press again."): WalletReason {
  if (error instanceof WalletTrouble) return { text: error.message, details: null }
  const details = rawReasonOf(error)
  const trouble = troubles.find(({ codes, words }) => hasCode(error, codes) || words.test(details ?? ""))
  return { text: trouble?.text ?? otherwise, details }
}

/** First line of the message. Libraries write paragraphs, and wallets throw plain objects too. `null`: no message. */
export function rawReasonOf(error: unknown): string | null {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error
  const line = typeof message === "string" ? message.trim().split("\n")[0] : ""
  return line || null
}
