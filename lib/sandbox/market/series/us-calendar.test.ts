import { expect, test } from "vitest"
import {
  easternOffsetMs,
  easternTime,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
  tradingDays,
} from "./us-calendar"

/** @see https://www.nyse.com/markets/hours-calendars */
test.each([
  [2021, ["01-01", "01-18", "02-15", "04-02", "05-31", "07-05", "09-06", "11-25", "12-24"]],
  [2024, ["01-01", "01-15", "02-19", "03-29", "05-27", "06-19", "07-04", "09-02", "11-28", "12-25"]],
  [2026, ["01-01", "01-19", "02-16", "04-03", "05-25", "06-19", "07-03", "09-07", "11-26", "12-25"]],
])("in %i the weekdays without trading are the exchange's holidays", (year, holidays) => {
  const trading = new Set(tradingDays(Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)))
  const closed: string[] = []
  for (let day = Date.UTC(year, 0, 1); day <= Date.UTC(year, 11, 31); day += 86_400_000) {
    const date = new Date(day)
    const weekend = date.getUTCDay() === 0 || date.getUTCDay() === 6
    if (!weekend && !trading.has(day)) closed.push(date.toISOString().slice(5, 10))
  }
  expect(closed).toEqual(holidays)
})

test("a New Year's Day on a Saturday closes no other day", () => {
  expect(isTradingDay(Date.UTC(2021, 11, 31))).toBe(true)
})

test("previousTradingDay() and nextTradingDay() skip a long weekend", () => {
  expect(previousTradingDay(Date.UTC(2026, 8, 8))).toBe(Date.UTC(2026, 8, 4))
  expect(nextTradingDay(Date.UTC(2026, 8, 4))).toBe(Date.UTC(2026, 8, 8))
})

test("New York changes its clock on 8 March and 1 November 2026", () => {
  expect(easternOffsetMs(Date.UTC(2026, 2, 8, 6, 59))).toBe(-5 * 3_600_000)
  expect(easternOffsetMs(Date.UTC(2026, 2, 8, 7))).toBe(-4 * 3_600_000)
  expect(easternOffsetMs(Date.UTC(2026, 10, 1, 5, 59))).toBe(-4 * 3_600_000)
  expect(easternOffsetMs(Date.UTC(2026, 10, 1, 6))).toBe(-5 * 3_600_000)
  expect(easternTime(Date.UTC(2026, 6, 1), 16)).toBe(Date.UTC(2026, 6, 1, 20))
})
