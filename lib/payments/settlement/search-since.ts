/** Longer than the longest validity that we ask for, so that the search covers the whole validity of a proof. */
const LOOK_BACK_S = 10_000

/**
 * Start of the search for the transaction that spent a proof, in seconds. The proof was unspent when it was first
 * accepted, or is presented now.
 */
export function searchSinceS(seenMs: number): number {
  return Math.floor(seenMs / 1_000) - LOOK_BACK_S
}
