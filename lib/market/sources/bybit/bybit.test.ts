import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createBybitSource } from "./client"

const FIXTURES = "lib/market/sources/bybit/fixtures"
const NOW = Date.UTC(2026, 10, 20, 12, 30)

function bybit(answer: Parameters<typeof createFakeProvider>[0]) {
  const provider = createFakeProvider(answer, { startMs: NOW })
  return { ...provider, source: createBybitSource({ http: provider.http, clock: provider.time.clock }) }
}

function recorded(name: string) {
  return bybit(() => ({ body: fixtureJson(`${FIXTURES}/${name}.json`) })).source
}

test("the documented candles are read oldest first", async () => {
  const range = { fromMs: 1_670_601_600_000, toMs: 1_670_612_400_000 }
  const { candles } = await recorded("v5_market_kline").candles("BTC", "1h", range)
  expect(candles.map((candle) => candle.openTimeMs)).toEqual([1_670_601_600_000, 1_670_605_200_000, 1_670_608_800_000])
  expect(candles[2]).toMatchObject({ openUsd: 17_071, highUsd: 17_073, lowUsd: 17_027, closeUsd: 17_055.5 })
})

test("the documented ticker is the price", async () => {
  const source = recorded("v5_market_tickers_inverse")
  expect(await source.price("BTC")).toEqual({ priceUsd: 16_597, asOfMs: 1_672_376_496_682 })
})

test("the documented histories become series", async () => {
  expect((await recorded("v5_market_funding_history").fundingHistory("ETH")).points).toEqual([
    { atMs: 1_672_041_600_000, fundingPctPer8h: expect.closeTo(0.01, 9) },
  ])
  expect((await recorded("v5_market_account-ratio").longShort("BTC", "1h")).points).toEqual([
    { atMs: 1_729_123_200_000, longShortRatio: 0.5707 / 0.4293 },
  ])
})

test("open interest counts one side: the single value, else half of both sides", async () => {
  const row = { openInterest: "100000.0", timestamp: String(NOW) }
  const of = async (extra: object) => {
    const body = { retCode: 0, retMsg: "OK", result: { list: [{ ...row, ...extra }] }, time: NOW }
    return (await bybit(() => ({ body })).source.openInterestHistory("BTC", "1h")).points[0]?.openInterestBase
  }
  expect(await of({ singleOpenInterest: "50001.0" })).toBe(50_001)
  expect(await of({})).toBe(50_000)
  expect(await of({ singleOpenInterest: "" })).toBe(50_000)
})

test("a rate of an unknown interval is not predicted", async () => {
  const row = { markPrice: "101", indexPrice: "100", fundingRate: "0.0001" }
  const of = async (fundingIntervalHour: string) => {
    const body = { retCode: 0, retMsg: "OK", result: { list: [{ ...row, fundingIntervalHour }] }, time: NOW }
    return (await bybit(() => ({ body })).source.quote("BTC")).predictedPctPer8h
  }
  expect(await Promise.all(["8", "4", "", "0.01"].map(of))).toEqual([0.01, 0.02, null, null])
})

test.each([
  [403, fixtureJson(`${FIXTURES}/error_403_cloudfront.json`), "geo_block"],
  [200, { retCode: 10006, retMsg: "Too many visits!", result: {} }, "rate_limited"],
  [403, "403, access too frequent. Please try again after 10 minutes.", "rate_limited"],
  [200, { retCode: 10001, retMsg: "params error", result: {} }, "not_found"],
])("status %i with %j is a source error of kind %s", async (status, body, kind) => {
  await expect(bybit(() => ({ status, body })).source.price("BTC")).rejects.toMatchObject({ kind })
})

test("after a rate limit the venue is not asked for ten minutes", async () => {
  const body = { retCode: 10006, retMsg: "Too many visits!", result: {} }
  const { source, time, requests } = bybit(() => ({ body }))
  const ask = () => expect(source.price("BTC")).rejects.toMatchObject({ kind: "rate_limited" })
  await ask()
  time.advance(10 * 60_000 - 1)
  await ask()
  expect(requests).toHaveLength(1)
  time.advance(1)
  await ask()
  expect(requests).toHaveLength(2)
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createBybitSource({ http, clock }).fundingHistory("BTC"))
  await expectOnlySourceErrors((http, clock) =>
    createBybitSource({ http, clock }).candles("BTC", "1h", { fromMs: NOW - 9_000_000, toMs: NOW }),
  )
})
