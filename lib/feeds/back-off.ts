const FIRST_MS = 10_000
/** Waits of a feed end no later than this or its pause. */
export const MIN_LIMIT_MS = 60_000
const MAX_MS = 15 * 60_000

/**
 * How long to leave all providers alone after `failures` refreshes in a row that none of them answered: at most 10 s,
 * then twice as long each time, up to the usual pause but no less than a minute and no more than a quarter of an hour.
 * `random` in [0, 1) takes off up to half, so that feeds that failed together do not come back together.
 */
export function backOffMs(failures: number, minIntervalMs: number, random: () => number): number {
  const limitMs = Math.min(Math.max(minIntervalMs, MIN_LIMIT_MS), MAX_MS)
  return Math.min(FIRST_MS * 2 ** (failures - 1), limitMs) * (1 - random() / 2)
}
