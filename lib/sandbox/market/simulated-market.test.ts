import fc from "fast-check"
import { expect, test } from "vitest"
import { type Candle, INTERVALS, intervalMs } from "@/lib/domain/market/candle"
import { COINS } from "@/lib/domain/market/coin"
import { DAY_MS } from "@/lib/domain/utc-day"
import { fundingRatioAt } from "./series/derivatives"
import { createSimulatedMarket, GENESIS_MS } from "./simulated-market"

const HOUR = intervalMs["1h"]
const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)

const time = fc.integer({ min: GENESIS_MS, max: NOW })
const coin = fc.constantFrom(...COINS)

test("the same seed and time give the same price, in any order of reads", () => {
  const seen = createSimulatedMarket({ seed: 7 })
  fc.assert(
    fc.property(coin, time, (of, at) => {
      expect(seen.priceAt(of, at)).toBe(fresh.priceAt(of, at))
    }),
    { numRuns: 200 },
  )
})

const fresh = createSimulatedMarket({ seed: 7 })
fresh.priceAt("SOL", NOW)

test("another seed gives other prices", () => {
  expect(createSimulatedMarket({ seed: 8 }).priceAt("BTC", NOW)).not.toBe(fresh.priceAt("BTC", NOW))
})

test("closed candles do not change as the clock advances", () => {
  fc.assert(
    fc.property(
      coin,
      fc.constantFrom(...INTERVALS),
      time,
      fc.integer({ min: 1, max: 90 * 24 * HOUR }),
      (of, size, at, later) => {
        const step = intervalMs[size]
        const range = { fromMs: at - 5 * step, toMs: at - step + 1 }
        const then = fresh.candles(of, size, { ...range, nowMs: at })
        const now = fresh.candles(of, size, { ...range, nowMs: at + later })
        expect(now).toEqual(then)
      },
    ),
    { numRuns: 100 },
  )
})

test("a price is within its candle, and a candle's high and low enclose open and close", () => {
  fc.assert(
    fc.property(coin, time, (of, at) => {
      const openTimeMs = Math.floor(at / HOUR) * HOUR
      const [candle] = fresh.candles(of, "1h", { fromMs: openTimeMs, toMs: openTimeMs + 1, nowMs: openTimeMs + HOUR })
      const price = fresh.priceAt(of, at)
      expect(candle?.lowUsd).toBeLessThanOrEqual(Math.min(candle?.openUsd ?? 0, candle?.closeUsd ?? 0))
      expect(candle?.highUsd).toBeGreaterThanOrEqual(Math.max(candle?.openUsd ?? 0, candle?.closeUsd ?? 0))
      expect(price).toBeGreaterThanOrEqual((candle?.lowUsd ?? 0) * (1 - 1e-12))
      expect(price).toBeLessThanOrEqual((candle?.highUsd ?? 0) * (1 + 1e-12))
    }),
    { numRuns: 300 },
  )
})

test("the running candle has only prices and volume up to now", () => {
  const openTimeMs = Math.floor(NOW / HOUR) * HOUR
  const [running] = fresh.candles("BTC", "1h", { fromMs: openTimeMs, toMs: openTimeMs + 1, nowMs: NOW })
  const [closed] = fresh.candles("BTC", "1h", { fromMs: openTimeMs, toMs: openTimeMs + 1, nowMs: NOW + HOUR })
  expect(running?.openUsd).toBe(closed?.openUsd)
  expect(running?.closeUsd).toBe(fresh.priceAt("BTC", NOW))
  expect(running?.highUsd).toBeLessThanOrEqual(closed?.highUsd ?? 0)
  expect(running?.volumeBase).toBeLessThan(closed?.volumeBase ?? 0)
})

test.each(["4h", "1d"] as const)("%s candles are aggregated from their hours", (size) => {
  const from = Date.UTC(2024, 2, 5)
  const range = { fromMs: from, toMs: from + 1, nowMs: NOW }
  const hours = fresh.candles("ETH", "1h", { ...range, toMs: from + intervalMs[size] })
  const [candle] = fresh.candles("ETH", size, range)
  expect(hours).toHaveLength(intervalMs[size] / HOUR)
  expect(candle?.openUsd).toBe(hours[0]?.openUsd)
  expect(candle?.closeUsd).toBe(hours.at(-1)?.closeUsd)
  expect(candle?.highUsd).toBe(Math.max(...hours.map(({ highUsd }) => highUsd)))
  expect(candle?.volumeBase).toBeCloseTo(
    hours.reduce((sum, { volumeBase }) => sum + volumeBase, 0),
    6,
  )
})

test.each([1, 402, 90_210])(
  "with seed %i volatility, correlation and price levels are like the real market's",
  (seed) => {
    const market = createSimulatedMarket({ seed })
    const returns = COINS.map((of) => {
      const closes = market
        .candles(of, "1d", { fromMs: GENESIS_MS, toMs: NOW, nowMs: NOW })
        .map(({ closeUsd }) => closeUsd)
      return closes.slice(1).map((close, i) => Math.log(close / (closes[i] ?? close)))
    })
    const [btc = [], eth = [], sol = []] = returns
    expect(annualVolatility(btc)).toBeGreaterThan(0.35)
    expect(annualVolatility(btc)).toBeLessThan(0.95)
    expect(annualVolatility(sol)).toBeGreaterThan(annualVolatility(btc))
    expect(correlation(btc, eth)).toBeGreaterThan(0.6)
    expect(correlation(btc, eth)).toBeLessThan(0.95)
    const price = market.priceAt("BTC", NOW)
    expect(price).toBeGreaterThan(5_000)
    expect(price).toBeLessThan(500_000)
  },
)

test("volatility clusters: the moves of consecutive days correlate", () => {
  const candles = fresh.candles("BTC", "1d", { fromMs: GENESIS_MS, toMs: NOW, nowMs: NOW })
  const moves = candles.map(({ openUsd, closeUsd }) => Math.abs(Math.log(closeUsd / openUsd)))
  const lagged = correlation(moves.slice(0, -1), moves.slice(1))
  expect(lagged).toBeGreaterThan(0.05)
})

test("hourly returns of the coins correlate like the real coins'", () => {
  const range = { fromMs: GENESIS_MS, toMs: NOW, nowMs: NOW }
  const [btc = [], eth = [], sol = []] = COINS.map((of) => returnsOf(fresh.candles(of, "1h", range)))
  expect(correlation(btc, eth)).toBeCloseTo(0.8, 1)
  expect(correlation(btc, sol)).toBeCloseTo(0.75, 1)
  expect(correlation(eth, sol)).toBeCloseTo(0.7, 1)
})

const SEVEN_YEARS = { fromMs: NOW - 7 * 365 * DAY_MS, toMs: NOW, nowMs: NOW }

// The bands contain the values of Binance's hourly candles, which the comments state.
test.each(COINS)("returns of %s over seven years have the distribution and autocorrelation of real returns", (of) => {
  const returns = returnsOf(fresh.candles(of, "1h", SEVEN_YEARS))
  const days = sumsOf(returns, 24)
  const sizes = returns.map(Math.abs)
  // Since 2021: −0.03 to 0.01.
  expect(autocorrelation(returns)).within(-0.05, 0.03)
  // Since 2018: −0.11 to 0.00.
  expect(autocorrelation(days)).within(-0.12, 0.06)
  // Variance of a day against 24 hours, since 2021: 0.94 to 1.02.
  expect(variance(days) / (24 * variance(returns))).within(0.9, 1.06)
  // Variance of a week against 7 days, since 2018: 0.97 to 1.08.
  expect(variance(sumsOf(returns, 168)) / (7 * variance(days))).within(0.85, 1.15)
  // Excess kurtosis of hours since 2021: 11 to 22.
  expect(kurtosis(returns)).within(6, 25)
  // Sizes of consecutive hours: 0.23 to 0.31.
  expect(autocorrelation(sizes)).within(0.15, 0.35)
})

// Since 2023 with funding of Binance: 0.20 to 0.26; since 2019: 0.26 to 0.31.
test.each(COINS)("funding of %s correlates with the returns of three days like real funding", (coin) => {
  const times = Array.from({ length: 3 * 3 * 365 }, (_, index) => NOW - (index + 1) * 8 * HOUR)
  const funding = times.map((atMs) => fundingRatioAt(fresh, { venue: "binance-futures", coin }, atMs))
  const moves = times.map((atMs) => Math.log(fresh.priceAt(coin, atMs) / fresh.priceAt(coin, atMs - 3 * DAY_MS)))
  expect(correlation(funding, moves)).within(0.15, 0.42)
})

// Binance's hours in 2023 to 2025: 1.07 to 1.12.
test.each(COINS)("highs and lows of %s are as far apart as the real coin's", (of) => {
  const hours = fresh.candles(of, "1h", { fromMs: GENESIS_MS, toMs: NOW, nowMs: NOW })
  const closes = mean(hours.map(({ openUsd, closeUsd }) => Math.log(closeUsd / openUsd) ** 2))
  const spans = mean(hours.map(({ highUsd, lowUsd }) => Math.log(highUsd / lowUsd) ** 2 / (4 * Math.LN2)))
  expect(spans / closes).toBeCloseTo(1.1, 1)
})

test("prices stay plausible on any date with any seed", () => {
  const bounds = { BTC: [5000, 250_000], ETH: [95, 11_000], SOL: [3, 700] } as const
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const market = createSimulatedMarket({ seed })
      const until = Date.UTC(2022, 0, 1)
      for (const of of COINS) {
        for (const { lowUsd, highUsd } of market.candles(of, "1d", { fromMs: 0, toMs: until, nowMs: until })) {
          expect(lowUsd).toBeGreaterThan(bounds[of][0])
          expect(highUsd).toBeLessThan(bounds[of][1])
        }
      }
    }),
    { numRuns: 8 },
  )
})

test("within an hour the running candle's high, low and volume only widen and grow", () => {
  fc.assert(
    fc.property(coin, time, fc.integer({ min: 0, max: HOUR }), fc.integer({ min: 0, max: HOUR }), (of, at, a, b) => {
      const openTimeMs = Math.floor(at / HOUR) * HOUR
      const [early, late] = [Math.min(a, b), Math.max(a, b)].map(
        (elapsed) =>
          fresh.candles(of, "1h", { fromMs: openTimeMs, toMs: openTimeMs + 1, nowMs: openTimeMs + elapsed })[0],
      )
      expect(early?.highUsd).toBeLessThanOrEqual(late?.highUsd ?? 0)
      expect(early?.lowUsd).toBeGreaterThanOrEqual(late?.lowUsd ?? 0)
      expect(early?.volumeBase).toBeLessThanOrEqual(late?.volumeBase ?? 0)
    }),
    { numRuns: 200 },
  )
})

test("a price does not jump from one second to the next", () => {
  fc.assert(
    fc.property(coin, time, (of, at) => {
      expect(Math.abs(Math.log(fresh.priceAt(of, at + 1000) / fresh.priceAt(of, at)))).toBeLessThan(0.002)
    }),
    { numRuns: 300 },
  )
})

test("an hour's open equals the previous hour's close", () => {
  const range = { fromMs: NOW - 500 * HOUR, toMs: NOW, nowMs: NOW }
  const hours = fresh.candles("SOL", "1h", range)
  expect(hours.slice(1).map(({ openUsd }) => openUsd)).toEqual(hours.slice(0, -1).map(({ closeUsd }) => closeUsd))
})

function annualVolatility(returns: readonly number[]): number {
  return Math.sqrt((returns.reduce((sum, r) => sum + r * r, 0) / returns.length) * 365)
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (const [i, x] of a.entries()) {
    const y = (b[i] ?? mb) - mb
    ab += (x - ma) * y
    aa += (x - ma) ** 2
    bb += y ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const center = mean(values)
  return mean(values.map((value) => (value - center) ** 2))
}

/** Excess kurtosis: 0 for a normal distribution. */
function kurtosis(values: readonly number[]): number {
  const center = mean(values)
  return mean(values.map((value) => (value - center) ** 4)) / variance(values) ** 2 - 3
}

function autocorrelation(values: readonly number[]): number {
  return correlation(values.slice(0, -1), values.slice(1))
}

function returnsOf(candles: readonly Candle[]): readonly number[] {
  return candles.map(({ openUsd, closeUsd }) => Math.log(closeUsd / openUsd))
}

/** Sums of consecutive groups of `size` values; an incomplete last group is ignored. */
function sumsOf(values: readonly number[], size: number): readonly number[] {
  return Array.from({ length: Math.floor(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size).reduce((sum, value) => sum + value, 0),
  )
}
