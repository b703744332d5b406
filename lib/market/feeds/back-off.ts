const FIRST_MS = 10_000
/** Upper limit of the back-off is at least this. */
export const MIN_LIMIT_MS = 60_000
const MAX_MS = 15 * 60_000

/**
 * Wait after `failures` failed refreshes in a row: 10 s, doubling up to the feed's minimum interval, but at least one minute
 * and at most 15 minutes. `random` in [0, 1) removes up to half (jitter), so that feeds do not retry at the same time.
 */
export function backOffMs(failures: number, minIntervalMs: number, random: () => number): number {
  const limitMs = Math.min(Math.max(minIntervalMs, MIN_LIMIT_MS), MAX_MS)
  return Math.min(FIRST_MS * 2 ** (failures - 1), limitMs) * (1 - random() / 2)
}
