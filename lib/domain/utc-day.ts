export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
/** One UTC day in milliseconds. */
export const DAY_MS = 86_400_000
export const WEEK_MS = 7 * DAY_MS

/** `2026-11-20` of an instant, in UTC. */
export function isoDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

/** `2026-11-20T12:00:05.000Z`. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
