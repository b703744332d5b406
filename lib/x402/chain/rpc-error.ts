/** The node has read the call and answered with an error: it is available, and another call may succeed. */
export function isRpcError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "number" && isRpcCode(cause.code)) return true
  }
  return false
}

/** The transaction is already in the mempool: geth, reth and anvil report that as an error. */
export function isKnownToNode(error: unknown): boolean {
  const message = error instanceof Error ? error.message.toLowerCase() : ""
  return message.includes("already known") || message.includes("already imported")
}

/**
 * The node limits our rate, and further calls would make it worse. Infura answers -32005,
 * QuickNode -32007, Base's public node -32016; other nodes only have a text.
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
 * Reverts have code 3, all other errors of a node are negative; viem uses -1 for errors of its own.
 *
 * @see https://www.jsonrpc.org/specification#error_object
 */
function isRpcCode(code: number): boolean {
  return code === 3 || code < -1
}
