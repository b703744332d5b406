/** Transfers in one transaction. 30 × 120,000 gas stays far below a block of Base. */
export const MAX_BATCH = 30
/** Transactions in flight at once. The next batch does not wait for the block of the last one. */
export const MAX_IN_FLIGHT = 20
/** Up to this many transactions in flight, a payment is sent at once. */
const WITHOUT_PAUSE = 4
/** 16 more transactions in a block time of two seconds, so that a late payment reaches the next block and shares its base gas. */
const PAUSE_MS = 120

/** How long payments wait for others before the next transaction. A clock that is set back does not extend the wait. */
export function pauseMs(state: {
  readonly waiting: number
  readonly inFlight: number
  readonly sinceLastMs: number
}): number {
  if (state.waiting >= MAX_BATCH || state.inFlight < WITHOUT_PAUSE) return 0
  return Math.min(PAUSE_MS, Math.max(0, PAUSE_MS - state.sinceLastMs))
}
