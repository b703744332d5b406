import { expect, test } from "vitest"
import { NOW_MS } from "@/lib/client/testing/fixtures"
import { ageMs } from "./age"

test.each([
  ["just made", 0, 0],
  ["of a minute ago", -60_000, 60_000],
  ["a little ahead of the page's beat", 15_000, 15_000],
  ["an hour ahead of a clock that was set back", 3_600_000, 3_600_000],
])("%s", (_, aheadMs, age) => {
  expect(ageMs(NOW_MS + aheadMs, NOW_MS)).toBe(age)
})
