import { expect, test } from "vitest"
import { usualForecast } from "@/tools/testing/engine/forecasts"
import { oddsOf } from "./level-odds"
import type { VenueBook } from "./order-book"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { expectedDays, fundingCost, gapRatioOf, tradeCosts, VENUE_TERMS } from "./trade-cost"

const book = (venue: string, spread: number, size: number): VenueBook => ({
  venue,
  atMs: 0,
  bids: [{ priceUsd: 100 - spread, sizeBase: size }],
  asks: [{ priceUsd: 100 + spread, sizeBase: size }],
})
const asked = {
  side: "long",
  sizeUsd: 1_000,
  books: [book("kraken", 0.01, 1_000), book("hyperliquid", 0.02, 1_000)],
  priceUsd: 100,
  nowMs: 0,
  funding: { predictedPct: 0.01, meanPct: 0.02 },
  days: 5,
  stop: { probability: 0.5, gapRatio: 0.002 },
} as const

test("the cost is slippage of entry and exit, fees, funding and the weighted jump; the cheapest venue is first", () => {
  const [first, second] = tradeCosts(asked).costs
  expect([first?.venue, second?.venue]).toEqual(["hyperliquid", "kraken"])
  expect(first?.total).toBeCloseTo(
    2 * 0.0002 + 2 * 0.000_45 + (0.01 * 0.125 + 0.02 * (15 - 0.125)) / 100 + 0.5 * 0.002,
    12,
  )
  expect(second?.total).toBeCloseTo(2 * 0.0001 + 2 * 0.004 + 0 + 0.5 * 0.002, 12)
})

test("a short is paid the predicted rate of the interval ahead, and spot sells none", () => {
  const [perpetual, spot] = tradeCosts({ ...asked, side: "short" }).costs
  expect(perpetual?.funding).toBeCloseTo(-(0.01 * 0.125) / 100, 12)
  expect(spot).toMatchObject({ venue: "kraken", total: null })
})

test("funding is the predicted rate for one interval, then the mean or zero, whichever is worse", () => {
  const span = { days: 10, aheadHours: 8 }
  const cost = (side: "long" | "short", predictedPct: number | null, meanPct: number | null) => {
    const ratio = fundingCost(side, { predictedPct, meanPct }, span)
    return ratio === null ? null : Math.round(1e6 * ratio) / 1e4
  }
  expect(cost("long", 0.1, 0.01)).toBe(0.39)
  expect(cost("long", 0.1, -0.01)).toBe(0.1)
  expect(cost("short", 0.1, 0.01)).toBe(-0.1)
  expect(cost("short", 0.1, -0.01)).toBe(0.19)
  expect([cost("long", 0.1, null), cost("short", 0.1, null), cost("long", null, 0.01)]).toEqual([3, -0.1, null])
  expect(fundingCost("long", { predictedPct: 0.8, meanPct: 9 }, { days: 1 / 24, aheadHours: 8 })).toBeCloseTo(0.001, 12)
})

test("received funding never makes a plan better than one without costs, and odds stay between 0 and 1", () => {
  for (const predictedPct of [-90, -1, -0.1, 0.1, 1, 90]) {
    for (const side of ["long", "short"] as const) {
      const funding = { predictedPct, meanPct: predictedPct }
      for (const { total } of tradeCosts({ ...asked, side, funding }).costs) {
        if (total === null) continue
        expect(total).toBeGreaterThanOrEqual(0)
        const plan = { entry: 100, stop: 95, targets: [105, 110, 115] as const }
        const [free, paid] = [0, total].map((cost) => oddsOf(plan, usualForecast(0.04), cost).targets)
        for (const [index, { breakEven14d, expectedR }] of (paid ?? []).entries()) {
          expect(breakEven14d).toBeGreaterThanOrEqual(0)
          expect(breakEven14d).toBeLessThanOrEqual(1)
          expect(expectedR).toBeLessThanOrEqual(free?.[index]?.expectedR ?? Number.NaN)
        }
      }
    }
  }
  const plan = { entry: 100, stop: 95, targets: [105, 110, 115] as const }
  for (const { breakEven14d, expectedR, beforeStop } of oddsOf(plan, usualForecast(0.04), -0.5).targets) {
    expect(breakEven14d).toBe(beforeStop["14d"])
    expect(expectedR).toBeLessThanOrEqual(0)
  }
})

test("a book that ends before the size has no total, nor has a perpetual without a predicted rate", () => {
  const thin = tradeCosts({ ...asked, books: [book("hyperliquid", 0.02, 5)] }).costs
  expect(thin).toMatchObject([{ total: null, depthUsd: 500, entrySlippage: null }])
  const { costs } = tradeCosts({ ...asked, funding: { predictedPct: null, meanPct: 0.01 } })
  expect(costs.map(({ venue, total }) => [venue, total !== null])).toEqual([
    ["kraken", true],
    ["hyperliquid", false],
  ])
})

test("a book that is old, of the future, far from the price or unreadable is left out with the reason", () => {
  const good = book("hyperliquid", 0.02, 1_000)
  const bad = (changed: Partial<VenueBook>) => {
    const { costs, leftOut } = tradeCosts({ ...asked, nowMs: HOUR_MS, books: [{ ...good, atMs: HOUR_MS, ...changed }] })
    expect(costs).toEqual([])
    return leftOut[0]?.reason
  }
  const tenth = ({ priceUsd, sizeBase }: VenueBook["bids"][number]) => ({ priceUsd: priceUsd / 10, sizeBase })
  expect(bad({ atMs: HOUR_MS - 121_000 })).toBe("it is 121 s old, and the limit is 120 s")
  expect(bad({ atMs: HOUR_MS + 61_000 })).toContain("future")
  expect(bad({ bids: good.bids.map(tenth), asks: good.asks.map(tenth) })).toBe(
    "its mid is 90.0% from the price, and the limit is 2%",
  )
  expect(bad({ bids: [] })).toContain("empty")
  expect(bad({ venue: "elsewhere" })).toContain("fees")
  expect(tradeCosts({ ...asked, nowMs: 120_000 }).leftOut).toEqual([])
})

test("a plan is open between 0 and 14 days, and shorter the nearer its levels are", () => {
  const daysOf = (distance: number) => {
    const plan = { entry: 100, stop: 100 - distance, targets: [100 + distance, 120, 130] as const }
    return expectedDays(oddsOf(plan, usualForecast(0.04)))
  }
  expect(daysOf(3)).toBeGreaterThan(0)
  expect(daysOf(3)).toBeLessThan(daysOf(8))
  expect(daysOf(8)).toBeLessThanOrEqual(14)
})

test("the jump is the mean of the largest hundredth between a close and the next open", () => {
  const hours = Array.from({ length: 201 }, (_, i) => ({
    openTimeMs: i * HOUR_MS,
    openUsd: i === 50 ? 101 : i === 90 ? 99.5 : 100,
    closeUsd: 100,
  }))
  expect(gapRatioOf(hours)).toBeCloseTo((0.01 + 0.005) / 2, 12)
})

test("a missing hour is no jump, and no jump is known where none can be measured", () => {
  const rising = Array.from({ length: 90 }, (_, i) => ({
    openTimeMs: i * HOUR_MS,
    openUsd: 100 + i,
    closeUsd: 101 + i,
  }))
  const holes = rising.filter((_, i) => i % 10 < 7)
  expect([[], rising, holes, rising.filter((_, i) => i % 2 === 0)].map(gapRatioOf)).toEqual([null, null, null, null])
  const jumped = holes.map((hour, i) => (i === 1 ? { ...hour, openUsd: 101 * 1.002 } : hour))
  expect(gapRatioOf(jumped)).toBeCloseTo(0.002, 12)
})

test("every venue of the table is one whose book is read", () => {
  expect(Object.keys(VENUE_TERMS)).toEqual(["hyperliquid", "kraken"])
})
