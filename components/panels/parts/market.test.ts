import { expect, test } from "vitest"
import { basisPoints, signedBasisPoints } from "@/components/panels/market-overview/basis-points"
import { timeUntil } from "@/components/panels/events/event-time"
import { streakText } from "@/components/panels/market-etf/streak-text"

const NOW_MS = Date.UTC(2026, 11, 8, 22)

test.each([
  ["2026-12-09T19:00:00.000Z", "in 21h"],
  ["2026-12-08T22:00:30.000Z", "in 1 min"],
  ["2026-12-12T00:00:00.000Z", "in 3d"],
  ["2026-12-08T22:00:00.000Z", "passed"],
  [null, ""],
])("the time until an event at %s is shown as %s", (at, text) => {
  expect(timeUntil(at, NOW_MS)).toBe(text)
})

test.each([
  [4.12, 0.5, 2],
  [4.12, -1.2, -5],
  [4, 100, 200],
  [4, 0, 0],
  [null, 1, null],
  [4, null, null],
])("a yield of %s%% after a relative change of %s%% moved by %s basis points", (value, change, points) => {
  expect(basisPoints(value, change)).toBe(points)
})

test("basis points have a sign and a unit", () => {
  expect([5, -3, 0].map(signedBasisPoints)).toEqual(["+5 bp", "−3 bp", "0 bp"])
})

test.each([
  [3, "3 sessions of inflows"],
  [-1, "1 session of outflows"],
  [0, "neither in- nor outflows"],
])("a streak of %i is shown as %s", (sessions, text) => {
  expect(streakText(sessions)).toBe(text)
})
