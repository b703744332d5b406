import type { CalendarEntry } from "./calendar-entry"
import { easternToMs } from "./eastern-time"

/**
 * Decision days of the Federal Open Market Committee, statement at 14:00 in New York. 2027 is tentative until the
 * meeting before confirms it. Other releases are never extrapolated: shutdowns have moved them.
 *
 * @see https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm
 */
const DECISION_DAYS =
  "2026-01-28 2026-03-18 2026-04-29 2026-06-17 2026-07-29 2026-09-16 2026-10-28 2026-12-09 " +
  "2027-01-27 2027-03-17 2027-04-28 2027-06-09 2027-07-28 2027-09-15 2027-10-27 2027-12-08"

/** The schedule is complete before this time (exclusive): the end of the year of its last day. */
export const FOMC_SCHEDULE_UNTIL_MS = easternToMs("2028-01-01", "00:00")

/** The published schedule as calendar entries: the last resort when the Federal Reserve's own list is missing. */
export const fomcSchedule: readonly CalendarEntry[] = DECISION_DAYS.split(" ").map((date) => ({
  title: "FOMC Meeting",
  source: "schedule",
  when: { date, time: "14:00" },
  impact: null,
}))
