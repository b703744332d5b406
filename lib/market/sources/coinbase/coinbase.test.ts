import fc from "fast-check"
import { expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { anyAnswer, foreignErrors } from "@/tools/testing/feeds/malformed"
import { openTimes, priceAt } from "@/tools/testing/feeds/wire-candles"
import { createCoinbaseSource } from "./client"
import { CandleRows, Ticker } from "./schema"
import { toCandle } from "./to-candle"

const FIXTURES = "lib/market/sources/coinbase/fixtures"
const NOW = Date.UTC(2026, 10, 20, 12, 30)
const HOUR = intervalMs["1h"]
const FOUR_HOURS = intervalMs["4h"]

function coinbase(answer: Parameters<typeof createFakeProvider>[0]) {
  const provider = createFakeProvider(answer, { startMs: NOW })
  return { ...provider, source: createCoinbaseSource({ http: provider.http, clock: provider.time.clock }) }
}

/** Descending, both ends included, at most 300 buckets or a 400; absent hours can be named. */
function exchange(absent: (openTimeMs: number) => boolean = () => false) {
  return (request: Request) => {
    const query = new URL(request.url).searchParams
    const stepMs = Number(query.get("granularity")) * 1000
    const [startMs, endMs] = [Date.parse(query.get("start") ?? ""), Date.parse(query.get("end") ?? "")]
    if ((endMs - startMs) / stepMs > 299) return { status: 400, body: { message: "granularity too small" } }
    const times = openTimes(startMs, Math.min(endMs + 1, NOW), stepMs).filter((ms) => !absent(ms))
    return {
      body: times.map((ms) => [ms / 1000, priceAt(ms) - 1, priceAt(ms) + 1, priceAt(ms), priceAt(ms), 2]).toReversed(),
    }
  }
}

test("the documented candles are read as low, high, open, close", () => {
  const { rows } = CandleRows.parse(fixtureJson(`${FIXTURES}/products_candles.json`))
  expect(rows.map(toCandle)[2]).toEqual({
    openTimeMs: 1_591_514_040_000,
    openUsd: 0.02505,
    highUsd: 0.02507,
    lowUsd: 0.02505,
    closeUsd: 0.02507,
    volumeBase: 0.19918178,
    takerBuyVolumeBase: null,
  })
})

test("700 days are read in three pages of at most 300", async () => {
  const { source, requests } = coinbase(exchange())
  const toMs = Date.UTC(2026, 10, 20)
  const { candles } = await source.candles("BTC", "1d", { fromMs: toMs - 700 * intervalMs["1d"], toMs })
  expect(requests).toHaveLength(3)
  expect(candles).toHaveLength(700)
  expect(candles.at(-1)?.openTimeMs).toBe(toMs - intervalMs["1d"])
})

test("4h candles are built from closed hours only", async () => {
  const { source } = coinbase(exchange())
  const lastOpenMs = Date.UTC(2026, 10, 20, 8)
  const { candles } = await source.candles("ETH", "4h", { fromMs: lastOpenMs - 559 * FOUR_HOURS, toMs: NOW })
  expect(candles).toHaveLength(560)
  expect(candles.at(-1)).toEqual({
    openTimeMs: lastOpenMs,
    openUsd: priceAt(lastOpenMs),
    closeUsd: priceAt(lastOpenMs + 3 * HOUR),
    highUsd: Math.max(...[0, 1, 2, 3].map((n) => priceAt(lastOpenMs + n * HOUR) + 1)),
    lowUsd: Math.min(...[0, 1, 2, 3].map((n) => priceAt(lastOpenMs + n * HOUR) - 1)),
    volumeBase: 8,
    takerBuyVolumeBase: null,
  })
})

test("a 4h candle exists despite an hour without trades, and a day without trades has no candles", async () => {
  const silentFromMs = Date.UTC(2026, 10, 18)
  const quietMs = Date.UTC(2026, 10, 17, 5)
  const { source } = coinbase(
    exchange((ms) => ms === quietMs || (ms >= silentFromMs && ms < silentFromMs + intervalMs["1d"])),
  )
  const fromMs = Date.UTC(2026, 10, 17)
  const { candles } = await source.candles("SOL", "4h", { fromMs, toMs: NOW })
  expect(candles.map((candle) => candle.openTimeMs)).toEqual(
    openTimes(fromMs, NOW - FOUR_HOURS, FOUR_HOURS).filter((ms) => ms < silentFromMs || ms >= Date.UTC(2026, 10, 19)),
  )
  expect(candles.find((candle) => candle.openTimeMs === Date.UTC(2026, 10, 17, 4))?.volumeBase).toBe(6)
})

test("a 4h candle without its last hour is listed only ten minutes after its close", async () => {
  const { source, time } = coinbase(exchange((ms) => ms === Date.UTC(2026, 10, 20, 11)))
  const range = { fromMs: Date.UTC(2026, 10, 20), toMs: Date.UTC(2026, 10, 20, 12) }
  time.set(Date.UTC(2026, 10, 20, 12, 0, 10))
  expect((await source.candles("BTC", "4h", range)).candles).toHaveLength(2)
  time.set(Date.UTC(2026, 10, 20, 12, 10))
  expect((await source.candles("BTC", "4h", range)).candles).toHaveLength(3)
})

test("the documented ticker is a price with the time of its trade", async () => {
  const { source } = coinbase(() => ({ body: fixtureJson(`${FIXTURES}/products_ticker.json`) }))
  expect(await source.price("BTC")).toEqual({ priceUsd: 0.997999, asOfMs: Date.UTC(2020, 0, 28, 2, 13, 33, 12) })
})

test.each([
  [404, "error_not_found.json", "not_found"],
  [429, null, "rate_limited"],
  [400, null, "not_found"],
  [500, null, "network"],
])("status %i is a source error of its kind", async (status, file, kind) => {
  const body = file === null ? { message: "Public rate limit exceeded" } : fixtureJson(`${FIXTURES}/${file}`)
  const { source } = coinbase(() => ({ status, body }))
  await expect(source.candles("BTC", "1h", { fromMs: NOW - HOUR, toMs: NOW })).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (answer) => {
      const range = { fromMs: NOW - 9 * HOUR, toMs: NOW }
      expect(
        await foreignErrors(answer, (http, clock) => createCoinbaseSource({ http, clock }).candles("BTC", "4h", range)),
      ).toEqual([])
      expect(await foreignErrors(answer, (http, clock) => createCoinbaseSource({ http, clock }).price("BTC"))).toEqual(
        [],
      )
    }),
    { numRuns: 60 },
  )
})

test("every fixture parses", () => {
  for (const path of providerFixtures("coinbase", /candles/))
    expect(CandleRows.parse(fixtureJson(path)).droppedRows).toBe(0)
  for (const path of providerFixtures("coinbase", /ticker/)) Ticker.parse(fixtureJson(path))
})
