const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How old, in words that change at most once a minute: `just now`, `4 min`, `3 h`, `2 d`. */
export function ageText(ageMs: number): string {
  if (ageMs < MINUTE_MS) return "just now"
  return `${spanText(ageMs)} ago`
}

/** A length of time in its largest whole unit: `4 min`, `3 h`, `2 d`. */
export function spanText(ms: number): string {
  if (ms < MINUTE_MS) return "under 1 min"
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / DAY_MS)} d`
}

/** `2026-11-20 12:00 UTC` */
export function utcText(instant: number | string): string {
  const text = new Date(instant).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`
}

/** `12:00 UTC` on the day itself, else with the date. */
export function utcShort(instant: number | string, nowMs: number): string {
  const text = utcText(instant)
  return text.slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10) ? text.slice(11) : text.slice(5)
}

/** Midnight at the start of the reader's day. */
export function startOfDay(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0)
}
