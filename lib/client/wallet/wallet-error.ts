/** Error codes of a declined request: 4001 of EIP-1193, 5000 of CAIP-25 (WalletConnect), and ethers' code. */
const DECLINED: ReadonlySet<unknown> = new Set([4001, 5000, "ACTION_REJECTED"])

/** Whether the user declined, on any level of nested causes. */
export function isDecline(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false
  if ("code" in error && DECLINED.has(error.code)) return true
  return "cause" in error && isDecline(error.cause)
}

/**
 * First line of the message. Libraries write paragraphs, and wallets throw plain objects too.
 *
 * @param otherwise used without a message
 */
export function reasonOf(error: unknown, otherwise = "It did not say why."): string {
  const said = typeof error === "object" && error !== null && "message" in error ? error.message : error
  const line = typeof said === "string" ? said.trim().split("\n")[0] : ""
  return line || otherwise
}
