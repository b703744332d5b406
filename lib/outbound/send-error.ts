/** Why an alert was not delivered. */
export type SendError = {
  readonly reason: string
  /** No later attempt can succeed. */
  readonly isFinal?: boolean
  /** The earliest time for the next attempt, as the receiver asked. */
  readonly retryAfterMs?: number
}
