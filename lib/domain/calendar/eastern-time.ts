import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** A local time in New York: `date` as `2026-12-09`, `time` as `14:00` or `null` where only the day is known. */
export type EasternTime = { readonly date: string; readonly time: string | null }

/**
 * New York local time as an instant.
 *
 * An hour that occurs twice means the first of the two; a skipped hour is read as if clocks had not changed.
 */
export function easternToMs(date: string, time: string): number {
  const localMs = Date.parse(`${date}T${time}:00Z`)
  return isDaylight(localMs + 4 * HOUR_MS) ? localMs + 4 * HOUR_MS : localMs + 5 * HOUR_MS
}

/** An instant as New York local time. */
export function toEastern(timeMs: number): { readonly date: string; readonly time: string } {
  const local = new Date(timeMs - (isDaylight(timeMs) ? 4 : 5) * HOUR_MS).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

/**
 * Whether New York is on daylight time: from the second Sunday of March 07:00 UTC to the first Sunday of November
 * 06:00 UTC.
 *
 * @see Energy Policy Act of 2005, section 110 (in force since 2007).
 */
function isDaylight(timeMs: number): boolean {
  const year = new Date(timeMs).getUTCFullYear()
  const start = firstSunday(year, 2) + 7 * DAY_MS + 7 * HOUR_MS
  const end = firstSunday(year, 10) + 6 * HOUR_MS
  return timeMs >= start && timeMs < end
}

function firstSunday(year: number, month: number): number {
  const first = Date.UTC(year, month, 1)
  return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY_MS
}
