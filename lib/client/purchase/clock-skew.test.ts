import { expect, test } from "vitest"
import { NOW_MS } from "@/tools/testing/client/fixtures"
import { clockSkewMs } from "./clock-skew"

const date = new Date(NOW_MS).toUTCString()

test.each([
  ["right", date, NOW_MS, 0],
  ["20 minutes ahead", date, NOW_MS + 1_200_000, 1_200_000],
  ["20 minutes behind", date, NOW_MS - 1_200_000, -1_200_000],
  ["unknown, without a date", null, NOW_MS, 0],
  ["unknown, with an invalid date", "yesterday", NOW_MS, 0],
  ["two days ahead, which is ignored", date, NOW_MS + 172_800_000, 0],
])("the skew of a clock that is %s", (_, date, atMs, aheadMs) => {
  expect(clockSkewMs(date, atMs)).toBe(aheadMs)
})
