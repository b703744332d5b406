/** Longer than the longest validity that we ask for, so that a proof's whole life lies in it. */
const LOOK_BACK_S = 10_000

/**
 * From when on, in seconds, the transaction is looked for that has spent a proof: it was as good as new at the moment when
 * it was first taken, or is presented now.
 */
export function searchSinceS(seenMs: number): number {
  return Math.floor(seenMs / 1_000) - LOOK_BACK_S
}
