import { expect, test } from "vitest"
import { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import { type Candle, type Interval, intervalMs, openTimeOf } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { getMarketCandles } from "@/lib/endpoints/market-candles/answer"
import { getMarketPrices } from "@/lib/endpoints/market-prices/answer"

const NOW_MS = Date.UTC(2026, 10, 20, 13, 30)

/** Closed candles and the running candle; each close is the number of hours since 1970. */
function series(interval: Interval, count: number): readonly Candle[] {
  const lastMs = openTimeOf(NOW_MS, interval)
  return Array.from({ length: count + 1 }, (_, index) => {
    const openTimeMs = lastMs - (count - index) * intervalMs[interval]
    const closeUsd = openTimeMs / intervalMs["1h"]
    const flat = { openUsd: closeUsd, highUsd: closeUsd, lowUsd: closeUsd, closeUsd }
    return { openTimeMs, ...flat, volumeBase: 1, takerBuyVolumeBase: null }
  })
}

function feed(held: boolean): CandleFeed {
  const from = { asOfMs: NOW_MS - 30_000, source: "kraken", fetchedAtMs: NOW_MS }
  return {
    candles: async (_, interval) => (held ? { ...from, value: series(interval, 100) } : null),
    price: async () => (held ? { ...from, value: 500_000, isDisputed: false } : null),
  }
}

const deps = { candles: feed(true), mode: "live", mayPublish: true, nowMs: NOW_MS } as const

test("prices have a 24h change, a week of 4h closes, a source and the next close", async () => {
  const answer = await getMarketPrices(deps)
  expect(marketPricesContract.response.parse(answer)).toEqual(answer)
  expect(answer.coins.map(({ coin }) => coin)).toEqual(["BTC", "ETH", "SOL"])
  const [btc] = answer.coins
  const before = (openTimeOf(NOW_MS - 30_000, "1h") - 25 * intervalMs["1h"]) / intervalMs["1h"]
  expect(btc).toMatchObject({
    price: 500_000,
    age_s: 30,
    source: "kraken",
    change_24h_pct: Math.round(10_000 * (500_000 / before - 1)) / 100,
    next_close_at: "2026-11-20T16:00:00.000Z",
    sparkline_from: "2026-11-13T16:00:00.000Z",
  })
  expect(btc?.sparkline_7d).toHaveLength(42)
})

test("candles are closed, oldest first, up to the limit", async () => {
  const answer = await getMarketCandles({ coin: "ETH", interval: "4h", limit: 10 }, deps)
  expect(marketCandlesContract.response.parse(answer)).toEqual(answer)
  expect(answer.candles).toHaveLength(10)
  expect(answer.candles.at(-1)?.t).toBe("2026-11-20T08:00:00.000Z")
  expect(answer.candles[0]?.t).toBe("2026-11-18T20:00:00.000Z")
})

test("when raw series must not be published, series are withheld with a reason, and prices stay", async () => {
  const strict = { ...deps, mayPublish: false }
  const prices = await getMarketPrices(strict)
  expect(prices.withheld).toContain("SOURCES=strict")
  expect(prices.coins[0]).toMatchObject({ price: 500_000, sparkline_7d: [], sparkline_from: null })
  const candles = await getMarketCandles({ coin: "BTC", interval: "1d", limit: 10 }, strict)
  expect(candles).toMatchObject({ candles: [], source: null, as_of: null })
  expect(candles.withheld).toContain("SOURCES=strict")
})

test("missing data is null", async () => {
  const silent = { ...deps, candles: feed(false) }
  expect((await getMarketPrices(silent)).coins[0]).toMatchObject({ price: null, age_s: null, change_24h_pct: null })
  expect(await getMarketCandles({ coin: "SOL", interval: "1h", limit: 5 }, silent)).toMatchObject({
    candles: [],
    withheld: null,
  })
})
