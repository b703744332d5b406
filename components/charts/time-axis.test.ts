import fc from "fast-check"
import { expect, test } from "vitest"
import { shareOfTime, timeAtShare } from "./time-axis"

test("the candles keep three quarters of the width, however long the band ahead is", () => {
  const axis = { fromMs: 0, nowMs: 10, toMs: 1_000 }
  expect([0, 5, 10, 505, 1_000].map((atMs) => shareOfTime(axis, atMs))).toEqual([0, 37.5, 75, 87.5, 100])
})

test("without a band ahead the whole width is the past", () => {
  expect(shareOfTime({ fromMs: 0, nowMs: 10, toMs: 10 }, 5)).toBe(50)
})

test("a position leads back to its instant", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 900 }), fc.integer(), (past, ahead, at) => {
      const axis = { fromMs: 0, nowMs: past, toMs: past + ahead }
      const atMs = Math.abs(at) % (past + ahead)
      expect(timeAtShare(axis, shareOfTime(axis, atMs))).toBeCloseTo(atMs, 6)
    }),
  )
})
