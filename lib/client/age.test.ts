import { expect, test } from "vitest"
import { NOW_MS } from "@/tools/testing/client/fixtures"
import { ageMs } from "./age"

test.each([
  ["now", 0, 0],
  ["of a minute ago", -60_000, 60_000],
  ["slightly after the page's last tick", 15_000, 15_000],
  ["an hour ahead, because the clock was set back", 3_600_000, 3_600_000],
])("the age of a time %s is its distance from now", (_, aheadMs, age) => {
  expect(ageMs(NOW_MS + aheadMs, NOW_MS)).toBe(age)
})
