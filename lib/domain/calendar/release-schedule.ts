import type { CalendarEntry } from "./calendar-entry"
import { easternToMs } from "./eastern-time"

/**
 * Yearly schedule of the principal federal indicators with high impact that the Bureau of Labor Statistics releases, at
 * 08:30 in New York. The agencies publish it a year ahead; the table must be extended every autumn. Dates are never
 * extrapolated, because government shutdowns have moved them. The dates were compared with copies of both BLS schedule pages
 * on 2026-11-25; the employment dates of 2027 could not be confirmed then, so the table ends with 2026.
 *
 * @see https://www.bls.gov/schedule/2026/home.htm
 */
const RELEASE_DAYS = {
  "Employment Situation": ["2026-09-04", "2026-10-02", "2026-11-06", "2026-12-04"],
  "Consumer Price Index": ["2026-09-11", "2026-10-14", "2026-11-10", "2026-12-10"],
} as const

/** The schedule is complete for these releases before this time (exclusive). */
export const RELEASE_SCHEDULE_UNTIL_MS = easternToMs("2027-01-01", "00:00")
/** The schedule is complete from this time. */
export const RELEASE_SCHEDULE_FROM_MS = easternToMs("2026-09-01", "00:00")

/** The shipped schedule as calendar entries: a fallback when no publisher of data releases can be read. */
export const releaseSchedule: readonly CalendarEntry[] = Object.entries(RELEASE_DAYS).flatMap(([title, dates]) =>
  dates.map((date): CalendarEntry => ({ title, source: "schedule", when: { date, time: "08:30" }, impact: null })),
)
