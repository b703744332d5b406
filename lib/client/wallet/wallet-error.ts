/** Codes of a request that its reader turned down: 4001 of EIP-1193, 5000 of CAIP-25 (WalletConnect), and of ethers. */
const DECLINED: ReadonlySet<unknown> = new Set([4001, 5000, "ACTION_REJECTED"])

/** Whether the reader said no, wherever a wallet or a library put the code. */
export function isDecline(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false
  if ("code" in error && DECLINED.has(error.code)) return true
  return "cause" in error && isDecline(error.cause)
}

/**
 * The first line of what a wallet or a library says; they write paragraphs. Wallets throw plain objects too.
 *
 * @param otherwise where nothing is said
 */
export function reasonOf(error: unknown, otherwise = "It did not say why."): string {
  const said = typeof error === "object" && error !== null && "message" in error ? error.message : error
  const line = typeof said === "string" ? said.trim().split("\n")[0] : ""
  return line || otherwise
}
