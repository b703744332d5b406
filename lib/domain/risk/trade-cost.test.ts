import { expect, test } from "vitest"
import { usualForecast } from "@/tools/testing/engine/forecasts"
import { oddsOf } from "./level-odds"
import type { VenueBook } from "./order-book"
import { expectedDays, gapRatioOf, tradeCosts, VENUE_TERMS } from "./trade-cost"

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
  fundingPct: 0.01,
  days: 5,
  stop: { probability: 0.5, gapRatio: 0.002 },
} as const

test("the cost is slippage of entry and exit, fees, funding and the weighted jump; the cheapest venue is first", () => {
  const [first, second] = tradeCosts(asked)
  expect([first?.venue, second?.venue]).toEqual(["hyperliquid", "kraken"])
  expect(first?.total).toBeCloseTo(2 * 0.0002 + 2 * 0.000_45 + (0.01 * 3 * 5) / 100 + 0.5 * 0.002, 12)
  expect(second?.total).toBeCloseTo(2 * 0.0001 + 2 * 0.004 + 0 + 0.5 * 0.002, 12)
})

test("a short is paid the funding, and spot sells none", () => {
  const [perpetual, spot] = tradeCosts({ ...asked, side: "short" })
  expect(perpetual?.funding).toBeCloseTo(-(0.01 * 3 * 5) / 100, 12)
  expect(spot).toMatchObject({ venue: "kraken", total: null })
})

test("a book that ends before the size has no total, nor has a perpetual without a predicted rate", () => {
  const thin = tradeCosts({ ...asked, books: [book("hyperliquid", 0.02, 5)] })
  expect(thin).toMatchObject([{ total: null, depthUsd: 500, entrySlippage: null }])
  expect(tradeCosts({ ...asked, fundingPct: null }).map(({ venue, total }) => [venue, total !== null])).toEqual([
    ["kraken", true],
    ["hyperliquid", false],
  ])
  expect(tradeCosts({ ...asked, books: [{ ...book("kraken", 0.01, 1), bids: [] }] })).toEqual([])
  expect(tradeCosts({ ...asked, books: [book("elsewhere", 0.01, 1_000)] })).toEqual([])
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
    openUsd: i === 50 ? 101 : i === 90 ? 99.5 : 100,
    closeUsd: 100,
  }))
  expect(gapRatioOf(hours)).toBeCloseTo((0.01 + 0.005) / 2, 12)
  expect(gapRatioOf([])).toBe(0)
})

test("every venue of the table is one whose book is read", () => {
  expect(Object.keys(VENUE_TERMS)).toEqual(["hyperliquid", "kraken"])
})
