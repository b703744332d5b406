import fc from "fast-check"
import { expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { anyAnswer, foreignErrors } from "@/tools/testing/feeds/malformed"
import { openTimes, priceAt } from "@/tools/testing/feeds/wire-candles"
import { createBinanceSource } from "./client"
import { Klines, TickerPrices } from "./schema"
import { toCandle } from "./to-candle"

const FIXTURES = "lib/market/sources/binance/fixtures"
const NOW = Date.UTC(2026, 10, 20, 12, 30)
const HOUR = intervalMs["1h"]

function binance(answer: Parameters<typeof createFakeProvider>[0]) {
  const provider = createFakeProvider(answer, { startMs: NOW })
  return { ...provider, source: createBinanceSource({ http: provider.http, clock: provider.time.clock }) }
}

/** An exchange that answers like the documentation says: ascending, at most `limit`, running candle included. */
function exchange(request: Request) {
  const query = new URL(request.url).searchParams
  const limit = Number(query.get("limit"))
  const times = openTimes(Number(query.get("startTime")), Math.min(Number(query.get("endTime")) + 1, NOW), HOUR)
  return {
    body: times.slice(0, limit).map((ms) => {
      const price = priceAt(ms).toFixed(8)
      return [ms, price, price, price, price, "10.0", ms + HOUR - 1, "1.0", 5, "4.0", "1.0", "0"]
    }),
  }
}

test("recorded klines become candles", () => {
  const { rows, droppedRows } = Klines.parse(fixtureJson(`${FIXTURES}/klines_BTCUSDT_1h.json`))
  expect(droppedRows).toBe(0)
  expect(rows.map(toCandle)[0]).toEqual({
    openTimeMs: 1_672_981_200_000,
    openUsd: 16_823.24,
    highUsd: 16_823.63,
    lowUsd: 16_792.12,
    closeUsd: 16_810.18,
    volumeBase: 6230.44034,
    takerBuyVolumeBase: 3058.60695,
  })
})

test("a range above 1000 candles is read in pages, without the running candle", async () => {
  const { source, requests } = binance(exchange)
  const range = { fromMs: NOW - 1500.5 * HOUR, toMs: NOW + 5 * HOUR }
  const { candles } = await source.candles("BTC", "1h", range)
  expect(requests).toHaveLength(2)
  expect(candles).toHaveLength(1500)
  expect(candles.map((candle) => candle.openTimeMs)).toEqual(openTimes(range.fromMs, NOW - HOUR + 1, HOUR))
  expect(candles.every((candle) => candle.closeUsd === priceAt(candle.openTimeMs))).toBe(true)
})

test("the prices of all coins come from one request", async () => {
  const { source, requests } = binance(() => ({ body: fixtureJson(`${FIXTURES}/ticker_price.json`) }))
  const ticks = await Promise.all([source.price("BTC"), source.price("ETH"), source.price("SOL")])
  expect(ticks.map((tick) => tick.priceUsd)).toEqual([77_034.8, 2113.92, 84.61])
  expect(ticks[0]?.asOfMs).toBe(NOW)
  expect(requests).toHaveLength(1)
})

test.each([
  ["error_400_invalid_symbol", 400, "not_found"],
  ["error_429_too_many_requests", 429, "rate_limited"],
  ["error_429_too_many_requests", 418, "rate_limited"],
  ["error_451_restricted_location", 451, "geo_block"],
])("the answer %s with status %i is a source error of kind %s", async (name, status, kind) => {
  const { source } = binance(() => ({ status, body: fixtureJson(`${FIXTURES}/${name}.json`) }))
  await expect(source.candles("BTC", "1h", { fromMs: NOW - HOUR, toMs: NOW })).rejects.toMatchObject({ kind })
  await expect(source.price("BTC")).rejects.toMatchObject({ kind })
})

test("an answer with one malformed row in ten drops and counts it; one in four is refused", async () => {
  const rows = exchange(new Request(`https://x/?startTime=${NOW - 10.5 * HOUR}&endTime=${NOW}&limit=1000`)).body
  const range = { fromMs: NOW - 12 * HOUR, toMs: NOW }
  const one = binance(() => ({ body: rows.with(3, ["not", "a", "kline"]) }))
  expect(await one.source.candles("BTC", "1h", range)).toMatchObject({ droppedRows: 1 })
  const four = binance(() => ({ body: rows.map((row, index) => (index % 3 === 0 ? row.with(4, "-1") : row)) }))
  await expect(four.source.candles("BTC", "1h", range)).rejects.toMatchObject({ kind: "schema" })
})

test("any answer gives data or a source error", async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (answer) => {
      const range = { fromMs: NOW - 3 * HOUR, toMs: NOW }
      expect(
        await foreignErrors(answer, (http, clock) => createBinanceSource({ http, clock }).candles("ETH", "1h", range)),
      ).toEqual([])
      expect(await foreignErrors(answer, (http, clock) => createBinanceSource({ http, clock }).price("ETH"))).toEqual(
        [],
      )
    }),
    { numRuns: 60 },
  )
})

test("every spot fixture parses", () => {
  for (const path of providerFixtures("binance", /^klines/)) expect(Klines.parse(fixtureJson(path)).droppedRows).toBe(0)
  for (const path of providerFixtures("binance", /ticker_price/)) TickerPrices.parse(fixtureJson(path))
})
