import fc from "fast-check"
import { expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import { COINS } from "@/lib/domain/market/coin"
import { usdtUsdAt, venueCandles, venuePriceAt } from "./venue"
import { createSimulatedMarket, GENESIS_MS } from "./simulated-market"

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const HOUR = intervalMs["1h"]
const market = createSimulatedMarket({ seed: 11 })
const venues = ["coinbase", "kraken", "okx", "hyperliquid", "bybit"] as const

const venue = fc.constantFrom(...venues)
const coin = fc.constantFrom(...COINS)
const time = fc.integer({ min: GENESIS_MS, max: NOW })

test("a venue's price lies within its own running candle and is its close", () => {
  fc.assert(
    fc.property(venue, coin, time, (at, of, nowMs) => {
      const range = { fromMs: Math.floor(nowMs / HOUR) * HOUR, toMs: nowMs + 1, nowMs }
      const [running] = venueCandles(market, at, { coin: of, interval: "1h", ...range })
      expect(running?.closeUsd).toBe(venuePriceAt(market, at, of, nowMs))
      expect(running?.lowUsd).toBeLessThanOrEqual(Math.min(running?.openUsd ?? 0, running?.closeUsd ?? 0))
      expect(running?.highUsd).toBeGreaterThanOrEqual(Math.max(running?.openUsd ?? 0, running?.closeUsd ?? 0))
    }),
    { numRuns: 150 },
  )
})

test.each(["4h", "1d"] as const)("%s candles of a venue are aggregated from its hours", (interval) => {
  const fromMs = Date.UTC(2025, 4, 6)
  const range = { fromMs, toMs: fromMs + intervalMs[interval], nowMs: NOW }
  const hours = venueCandles(market, "coinbase", { coin: "SOL", interval: "1h", ...range })
  const [candle] = venueCandles(market, "coinbase", { coin: "SOL", interval, ...range })
  expect(candle).toEqual({
    openTimeMs: fromMs,
    openUsd: hours[0]?.openUsd,
    highUsd: Math.max(...hours.map(({ highUsd }) => highUsd)),
    lowUsd: Math.min(...hours.map(({ lowUsd }) => lowUsd)),
    closeUsd: hours.at(-1)?.closeUsd,
    volumeBase: hours.reduce((sum, { volumeBase }) => sum + volumeBase, 0),
    takerBuyVolumeBase: hours.reduce((sum, hour) => sum + (hour.takerBuyVolumeBase ?? 0), 0),
  })
})

test("venues stay within a third of a percent of each other", () => {
  fc.assert(
    fc.property(venue, coin, time, (at, of, nowMs) => {
      expect(Math.abs(venuePriceAt(market, at, of, nowMs) / market.priceAt(of, nowMs) - 1)).toBeLessThan(0.0033)
    }),
    { numRuns: 300 },
  )
})

test("the Coinbase premium is at times above or below its thresholds, and mostly between them", () => {
  const premiums = Array.from({ length: 4000 }, (_, age) => {
    const atMs = NOW - age * 6 * HOUR
    const coinbaseUsd = venuePriceAt(market, "coinbase", "BTC", atMs)
    return (coinbaseUsd / (market.priceAt("BTC", atMs) * usdtUsdAt(market, atMs)) - 1) * 100
  })
  const share = (holds: (pct: number) => boolean) => premiums.filter(holds).length / premiums.length
  expect(share((pct) => pct >= 0.05)).toBeGreaterThan(0.02)
  expect(share((pct) => pct <= -0.05)).toBeGreaterThan(0.02)
  expect(share((pct) => Math.abs(pct) < 0.05)).toBeGreaterThan(0.7)
})
