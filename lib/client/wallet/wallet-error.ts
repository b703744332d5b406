/** Error codes of a declined request: 4001 of EIP-1193, 5000 of CAIP-25 (WalletConnect), and ethers' code. */
const DECLINED: ReadonlySet<unknown> = new Set([4001, 5000, "ACTION_REJECTED"])

/** EIP-1474 "resource unavailable": the wallet shows another request already. */
const REQUEST_PENDING: ReadonlySet<unknown> = new Set([-32_002])

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

/**
 * First line of the message. Libraries write paragraphs, and wallets throw plain objects too.
 *
 * @param otherwise used without a message
 */
export function reasonOf(error: unknown, otherwise = "It did not say why."): string {
  if (hasCode(error, REQUEST_PENDING)) return "Open your wallet: a request is waiting there."
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error
  const line = typeof message === "string" ? message.trim().split("\n")[0] : ""
  return line || otherwise
}
