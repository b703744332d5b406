/** The node has read the question and answered with an error: it is up, and may be asked in other words. */
export function isNodesAnswer(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "number" && isRpcCode(cause.code)) return true
  }
  return false
}

/**
 * Reverts are 3, all others negative; viem calls what is none of a node's errors -1.
 *
 * @see https://www.jsonrpc.org/specification#error_object
 */
function isRpcCode(code: number): boolean {
  return code === 3 || code < -1
}
