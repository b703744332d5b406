/** An error for the log: viem's message and the node's own message, which viem does not show. */
export function summarizeError(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown"
  if (cause.name === "OutOfGasError" && cause.cause instanceof Error) return cause.cause.message
  const [first = cause.name] = cause.message.split("\n")
  const details = "details" in cause && typeof cause.details === "string" ? cause.details.split("\n")[0] : null
  return details && details !== first ? `${first} ${details}` : first
}
