/** EIP-1193 code 4001, wherever a wallet or a library put it. */
export function isDecline(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false
  if ("code" in error && (error.code === 4001 || error.code === "ACTION_REJECTED")) return true
  return "cause" in error && isDecline(error.cause)
}

/** The first line of what a wallet or a library says; they write paragraphs. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : ""
}
