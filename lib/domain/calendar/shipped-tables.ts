import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { FOMC_SCHEDULE_UNTIL_MS } from "./fomc-schedule"
import { RELEASE_SCHEDULE_UNTIL_MS } from "./release-schedule"

/** Tables of published schedules that ship with the service. Each ends at `untilMs` and then needs a newer version. */
export const SHIPPED_TABLES = [
  { what: "CPI and NFP days", untilMs: RELEASE_SCHEDULE_UNTIL_MS },
  { what: "FOMC days", untilMs: FOMC_SCHEDULE_UNTIL_MS },
] as const

/** Operators are warned this long before a table ends. */
const WARN_MS = 60 * DAY_MS

/** The last day of a table, as in `2026-12-31`. */
export function lastDayOf({ untilMs }: { readonly untilMs: number }): string {
  return isoDate(untilMs - DAY_MS)
}

/** A warning for each table that has ended or ends within 60 days. */
export function endingTables(nowMs: number): readonly string[] {
  return SHIPPED_TABLES.filter(({ untilMs }) => nowMs >= untilMs - WARN_MS).map(
    (table) => `the shipped table of ${table.what} ends on ${lastDayOf(table)}`,
  )
}
