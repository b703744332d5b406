import { expect, test } from "vitest"
import { dayOfIsoDate } from "./daily-value"

test.each([
  ["2026-02-28", Date.UTC(2026, 1, 28)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["2026-02-29", undefined],
  ["2026-02-31", undefined],
  ["2026-13-01", undefined],
  ["20 Nov 2026", undefined],
])("the date %s is read as %j", (text, dayMs) => {
  expect(dayOfIsoDate(text)).toBe(dayMs)
})
