import fc from "fast-check"
import { expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { anyAnswer, foreignErrors } from "@/tools/testing/feeds/malformed"
import { openTimes, priceAt } from "@/tools/testing/feeds/wire-candles"
import { createKrakenSource } from "./client"
import { Ohlc, readKrakenError } from "./schema"
import { toCandle } from "./to-candle"

const FIXTURES = "lib/market/sources/kraken/fixtures"
const NOW = Date.UTC(2026, 10, 20, 12, 30)
const HOUR = intervalMs["1h"]

function kraken(answer: Parameters<typeof createFakeProvider>[0]) {
  const provider = createFakeProvider(answer, { startMs: NOW })
  return { ...provider, source: createKrakenSource({ http: provider.http, clock: provider.time.clock }) }
}

/** Ascending, the 720 newest after `since`, the running candle last. */
function exchange(request: Request) {
  const query = new URL(request.url).searchParams
  const stepMs = Number(query.get("interval")) * 60_000
  const times = openTimes(Number(query.get("since")) * 1000 + 1, NOW, stepMs).slice(-720)
  const rows = times.map((ms) => {
    const price = String(priceAt(ms))
    return [ms / 1000, price, price, price, price, price, "3.5", 7]
  })
  return { body: { error: [], result: { XXBTZUSD: rows, last: rows.at(-2)?.[0] } } }
}

test("the gold token has a close for each hour that Kraken lists", async () => {
  const { source } = kraken(exchange)
  const { points, asOfMs } = await source.goldHours(NOW - 5 * HOUR)
  const ends = [4, 3, 2, 1].map((hours) => Date.UTC(2026, 10, 20, 13 - hours))
  expect(points).toEqual(ends.map((atMs) => ({ atMs, value: priceAt(atMs - HOUR) })))
  expect(asOfMs).toBe(Date.UTC(2026, 10, 20, 12))
})

test("recorded rows are read as candles, for any pair name in the answer", () => {
  const { result } = Ohlc.parse(fixtureJson(`${FIXTURES}/OHLC_XBTUSD_60.json`))
  expect(result.rows.map(toCandle)[0]).toEqual({
    openTimeMs: 1_716_127_200_000,
    openUsd: 66_934,
    highUsd: 66_951.8,
    lowUsd: 66_800,
    closeUsd: 66_901.6,
    volumeBase: 28.5022856,
    takerBuyVolumeBase: null,
  })
})

test.each(["1h", "4h", "1d"] as const)("%s candles are at most the 720 newest closed candles", async (interval) => {
  const { source, requests } = kraken(exchange)
  const toMs = Math.floor(NOW / intervalMs[interval]) * intervalMs[interval]
  const { candles } = await source.candles("BTC", interval, { fromMs: toMs - 1000 * intervalMs[interval], toMs })
  expect(candles).toHaveLength(719)
  expect(candles.at(-1)?.openTimeMs).toBe(toMs - intervalMs[interval])
  expect(requests).toHaveLength(1)
})

test("only missing candles are requested", async () => {
  const { source } = kraken(exchange)
  const toMs = NOW - 0.5 * HOUR
  const { candles } = await source.candles("BTC", "1h", { fromMs: toMs - 2 * HOUR, toMs })
  expect(candles.map((candle) => candle.openTimeMs)).toEqual([toMs - 2 * HOUR, toMs - HOUR])
})

test("the price is the last trade's", async () => {
  const { source } = kraken(() => ({
    body: { error: [], result: { XXBTZUSD: { a: ["3", "1", "1"], c: ["77034.8", "0.01"], o: "1" } } },
  }))
  expect(await source.price("BTC")).toEqual({ priceUsd: 77_034.8, asOfMs: NOW })
})

test.each([
  [fixtureJson(`${FIXTURES}/error_unknown_pair_http200.json`), "not_found"],
  [{ error: ["EGeneral:Too many requests"] }, "rate_limited"],
  [{ error: ["EService:Unavailable"] }, "network"],
  [{ error: ["EGeneral:Permission denied"] }, "auth"],
])("the answer %j with status 200 is a source error of kind %s", async (body, kind) => {
  const { source } = kraken(() => ({ body }))
  await expect(source.candles("BTC", "1h", { fromMs: NOW - HOUR, toMs: NOW })).rejects.toMatchObject({ kind })
  await expect(source.price("BTC")).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (answer) => {
      const range = { fromMs: NOW - 3 * HOUR, toMs: NOW }
      expect(
        await foreignErrors(answer, (http, clock) => createKrakenSource({ http, clock }).candles("SOL", "1h", range)),
      ).toEqual([])
      expect(await foreignErrors(answer, (http, clock) => createKrakenSource({ http, clock }).price("SOL"))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test("every fixture is parsed, and every error fixture is a source error", () => {
  for (const path of providerFixtures("kraken", /^OHLC/))
    expect(Ohlc.parse(fixtureJson(path)).result.droppedRows).toBe(0)
  for (const path of providerFixtures("kraken", /^error/)) expect(readKrakenError(fixtureJson(path))).not.toBeNull()
})
