import { expect, test } from "vitest"
import { DAY_MS } from "@/lib/domain/utc-day"
import { signalOf, stablecoinFlow } from "./stablecoin-flow"

const now = Date.UTC(2026, 10, 20)
const point = (daysAgo: number, supplyB: number) => ({ atMs: now - daysAgo * DAY_MS, supplyUsd: supplyB * 1e9 })

test("a rise from 300 to 303 billion in a week is one percent", () => {
  expect(stablecoinFlow([point(30, 290), point(7, 300), point(1, 302), point(0, 303)])).toEqual({
    atMs: now,
    supplyUsd: 303e9,
    change7dUsd: 3e9,
    change7dPct: 1,
    change30dUsd: 13e9,
    signal: "STRONG_INFLOW",
  })
})

test("the weekly change uses the value of a week ago, or one at most two days older", () => {
  expect(stablecoinFlow([point(9, 300), point(0, 300)])).toMatchObject({ change7dPct: 0, change30dUsd: null })
  expect(stablecoinFlow([point(10, 300), point(6, 300), point(0, 300)])).toBeNull()
  expect(stablecoinFlow([])).toBeNull()
})

test.each([
  [0.75, "STRONG_INFLOW"],
  [0.74, "INFLOW"],
  [0.25, "INFLOW"],
  [0.24, "FLAT"],
  [-0.24, "FLAT"],
  [-0.25, "OUTFLOW"],
  [-0.74, "OUTFLOW"],
  [-0.75, "STRONG_OUTFLOW"],
] as const)("%s %% in a week is %s", (change, signal) => {
  expect(signalOf(change)).toBe(signal)
})
