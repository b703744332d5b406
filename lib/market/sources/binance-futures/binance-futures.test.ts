import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createBinanceFuturesSource } from "./client"

const FIXTURES = "lib/market/sources/binance-futures/fixtures"

/** Each path of the documentation with its example. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "/fapi/v1/fundingRate": "fapi_fundingRate",
  "/futures/data/openInterestHist": "futures_data_openInterestHist",
  "/futures/data/globalLongShortAccountRatio": "futures_data_globalLongShortAccountRatio",
  "/futures/data/takerlongshortRatio": "futures_data_takerlongshortRatio",
}

const { http } = createFakeProvider((request) => ({
  body: fixtureJson(`${FIXTURES}/${EXAMPLES[new URL(request.url).pathname]}.json`),
}))
const source = createBinanceFuturesSource({ http })

test("funding of 0.0001 every six hours is 0.0133% per 8 h", async () => {
  const body = [0, 6, 12, 18].map((hour) => ({ fundingRate: "0.0001", fundingTime: Date.UTC(2026, 10, 20, hour) }))
  const { http } = createFakeProvider(() => ({ body }))
  const { points } = await createBinanceFuturesSource({ http }).fundingHistory("BTC")
  for (const { fundingPctPer8h } of points) expect(fundingPctPer8h).toBeCloseTo(0.013333, 5)
})

test("a settlement that is stamped late is of its hour", async () => {
  const body = [0, 8, 16].map((hour, ms) => ({
    fundingRate: "0.0001",
    fundingTime: Date.UTC(2026, 10, 20, hour) + 7 * ms,
  }))
  const { http } = createFakeProvider(() => ({ body }))
  const { points } = await createBinanceFuturesSource({ http }).fundingHistory("BTC")
  expect(points).toEqual(
    [0, 8, 16].map((hour) => ({ atMs: Date.UTC(2026, 10, 20, hour), fundingPctPer8h: expect.closeTo(0.01, 9) })),
  )
})

test("the documented answers become funding in percent per 8 h", async () => {
  expect((await source.fundingHistory("BTC")).points).toEqual([
    { atMs: 1_570_608_000_000, fundingPctPer8h: expect.closeTo(-3.75, 9) },
  ])
})

test("the documented statistics become series with units", async () => {
  const atMs = 1_591_261_042_378
  expect((await source.openInterestHistory("BTC", "1h")).points).toEqual([
    { atMs, openInterestBase: 20_403.12345678, openInterestUsd: 176_196_512.12345678 },
  ])
  expect((await source.longShort("BTC", "1h")).points).toEqual([{ atMs, longShortRatio: 0.196 }])
  expect((await source.takerFlow("BTC", "1h")).points).toEqual([{ atMs, takerBuyBase: 387.33, takerSellBase: 248.503 }])
})

test("a geographic block is reported as geo_block", async () => {
  const blocked = createFakeProvider(() => ({ status: 451, body: { code: 0, msg: "restricted location" } }))
  await expect(createBinanceFuturesSource(blocked).fundingHistory("BTC")).rejects.toMatchObject({ kind: "geo_block" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createBinanceFuturesSource({ http }).fundingHistory("BTC"))
  await expectOnlySourceErrors((http) => createBinanceFuturesSource({ http }).longShort("BTC", "1d"))
})
