import { expect, test } from "vitest"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { federalWorkdayFrom } from "./federal-holidays"

// https://www.opm.gov/policy-data-oversight/pay-leave/federal-holidays/
test.each([
  [2026, "01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25"],
  [2027, "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31"],
])("in %i federal offices are closed on these weekdays", (year, holidays) => {
  const closed: string[] = []
  for (let dayMs = Date.UTC(year, 0, 1); dayMs < Date.UTC(year + 1, 0, 1); dayMs += DAY_MS) {
    const weekday = new Date(dayMs).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && federalWorkdayFrom(dayMs) !== dayMs) closed.push(isoDate(dayMs).slice(5))
  }
  expect(closed.join(" ")).toBe(holidays)
})

test("the next workday after a weekend with a Monday holiday is Tuesday", () => {
  expect(federalWorkdayFrom(Date.UTC(2026, 9, 10))).toBe(Date.UTC(2026, 9, 13))
})
