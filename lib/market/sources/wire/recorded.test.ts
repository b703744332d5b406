import { expect, test } from "vitest"
import * as binance from "@/lib/market/sources/binance-futures/schema"
import * as bybit from "@/lib/market/sources/bybit/schema"
import { readBybitError } from "@/lib/market/sources/bybit/schema"
import { createCboeSource } from "@/lib/market/sources/cboe/client"
import { readFredError } from "@/lib/market/sources/fred/schema"
import * as okx from "@/lib/market/sources/okx/schema"
import { readSosoValueError } from "@/lib/market/sources/sosovalue/schema"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, fixtureText, providerFixtures } from "@/tools/testing/feeds/fixtures"

// Fixtures that no adapter's own test reads: derivatives venues, and the errors of providers.

type Schema = { parse(value: unknown): unknown }

const answers: readonly (readonly [provider: string, pattern: RegExp, schema: Schema])[] = [
  ["binance-futures", /^fapi_fundingRate/, binance.FundingRates],
  ["binance-futures", /^futures_data_openInterestHist/, binance.OpenInterestHistory],
  ["binance-futures", /^futures_data_globalLongShort/, binance.AccountRatios],
  ["binance-futures", /^futures_data_takerlongshort/, binance.TakerVolumes],
  ["bybit", /kline/, bybit.KlineAnswer],
  ["bybit", /tickers/, bybit.TickerAnswer],
  ["bybit", /funding_history/, bybit.FundingHistoryAnswer],
  ["bybit", /account-ratio/, bybit.AccountRatioAnswer],
  ["okx", /^market_ticker/, okx.TickerAnswer],
  ["okx", /^public_funding-rate-history/, okx.FundingHistoryAnswer],
  ["okx", /^rubik_open-interest/, okx.OpenInterestHistoryAnswer],
  ["okx", /^rubik_long-short/, okx.LongShortAnswer],
  ["okx", /^rubik_taker/, okx.TakerVolumeAnswer],
]

const found = answers.flatMap(([provider, pattern, schema]) =>
  providerFixtures(provider, pattern).map((path) => [path, schema] as const),
)

test.each(found)("the recorded answer %s is parsed", (path, schema) => {
  expect(() => schema.parse(fixtureJson(path))).not.toThrow()
})

test.each(providerFixtures("cboe", /\.csv$/))("the recorded answer %s is read as VIX closes", async (path) => {
  const { http } = createFakeProvider(() => ({ body: fixtureText(path) }))
  expect((await createCboeSource({ http }).vixPoints()).points.length).toBeGreaterThan(0)
})

test.each([
  ...providerFixtures("sosovalue", /^error/).map((path) => [path, readSosoValueError] as const),
  ...providerFixtures("fred", /^error/).map((path) => [path, readFredError] as const),
])("the recorded answer %s is an error", (path, read) => {
  expect(read(fixtureJson(path))).not.toBeNull()
})

test.each(providerFixtures("bybit", /^error_403/))("the recorded answer %s is a geo block", async (path) => {
  expect(readBybitError(fixtureJson(path))).toBeNull()
  const { http } = createFakeProvider(() => ({ status: 403, body: fixtureText(path) }))
  await expect(http.getText("https://api.bybit.com/v5/market/time")).rejects.toHaveProperty("kind", "geo_block")
})
