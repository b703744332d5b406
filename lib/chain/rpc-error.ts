/** The node has read the question and answered with an error: it is up, and may be asked in other words. */
export function isRpcError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "number" && isRpcCode(cause.code)) return true
  }
  return false
}

/** A transaction that it was sent waits there for its block: geth, reth and anvil say so in an error. */
export function isKnownToNode(error: unknown): boolean {
  const message = error instanceof Error ? error.message.toLowerCase() : ""
  return message.includes("already known") || message.includes("already imported")
}

/**
 * The node has heard enough of us for now, and would only hear more if it were asked in other words. Infura says -32005,
 * QuickNode -32007, Base's public node -32016; others only say so.
 *
 * Infura answers -32005 to too many events as well: the reader then asks for fewer blocks.
 */
export function isRateLimit(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "number" && RATE_LIMITS.has(cause.code)) return true
    if (/rate limit|request limit|too many requests/i.test(cause.message)) return true
  }
  return false
}

const RATE_LIMITS: ReadonlySet<number> = new Set([-32_005, -32_007, -32_016, 429])

/**
 * Reverts are 3, all others negative; viem calls what is none of a node's errors -1.
 *
 * @see https://www.jsonrpc.org/specification#error_object
 */
function isRpcCode(code: number): boolean {
  return code === 3 || code < -1
}
