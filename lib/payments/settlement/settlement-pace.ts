/** Transfers in one transaction. 30 × 120,000 gas stays far below a block of Base. */
export const MAX_BATCH = 30
/** Transactions on their way at once: the next batch does not wait for the block of the last. */
export const MAX_IN_FLIGHT = 20
/** So many go out as soon as a payment comes. Where blocks come at once there are never more. */
const WITHOUT_PAUSE = 4
/** 16 more in a block of two seconds: who comes late still makes the next block, in company that shares the gas. */
const PAUSE_MS = 120

/** How long payments wait for company before the next transaction; no longer where the clock was set back since. */
export function pauseMs(state: {
  readonly waiting: number
  readonly inFlight: number
  readonly sinceLastMs: number
}): number {
  if (state.waiting >= MAX_BATCH || state.inFlight < WITHOUT_PAUSE) return 0
  return Math.min(PAUSE_MS, Math.max(0, PAUSE_MS - state.sinceLastMs))
}
