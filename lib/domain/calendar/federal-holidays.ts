import { DAY_MS, isoDate } from "@/lib/domain/utc-day"

const FIXED_DATES: ReadonlySet<string> = new Set(["01-01", "06-19", "07-04", "11-11", "12-25"])

/** By month: the weekday, and the first of the seven dates that it may fall on. */
const FLOATING: ReadonlyMap<number, { readonly weekday: number; readonly fromDate: number }> = new Map([
  [0, { weekday: 1, fromDate: 15 }],
  [1, { weekday: 1, fromDate: 15 }],
  [4, { weekday: 1, fromDate: 25 }],
  [8, { weekday: 1, fromDate: 1 }],
  [9, { weekday: 1, fromDate: 8 }],
  [10, { weekday: 4, fromDate: 22 }],
])

/**
 * The day itself, given by its 00:00 UTC, or the first one after it on which US federal offices are open: the Fed publishes
 * statistics on such days only.
 *
 * Markets have other holidays: they trade on Columbus Day and Veterans Day, and rest on Good Friday.
 *
 * @see https://www.opm.gov/policy-data-oversight/pay-leave/federal-holidays/
 */
export function federalWorkdayFrom(dayMs: number): number {
  let day = dayMs
  while (!isWorkday(day)) day += DAY_MS
  return day
}

function isWorkday(dayMs: number): boolean {
  const weekday = new Date(dayMs).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(dayMs, weekday)
}

function isHoliday(dayMs: number, weekday: number): boolean {
  // A holiday on a Sunday is observed on Monday, a holiday on a Saturday on Friday.
  return (
    isFloating(dayMs, weekday) ||
    isFixed(dayMs) ||
    (weekday === 1 && isFixed(dayMs - DAY_MS)) ||
    (weekday === 5 && isFixed(dayMs + DAY_MS))
  )
}

function isFloating(dayMs: number, weekday: number): boolean {
  const day = new Date(dayMs)
  const holiday = FLOATING.get(day.getUTCMonth())
  const daysIn = day.getUTCDate() - (holiday?.fromDate ?? 0)
  return holiday?.weekday === weekday && daysIn >= 0 && daysIn < 7
}

function isFixed(dayMs: number): boolean {
  return FIXED_DATES.has(isoDate(dayMs).slice(5))
}
