import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createKrakenFuturesSource } from "./client"

const FIXTURES = "lib/market/sources/kraken-futures/fixtures"
/** Seven minutes into the hour that begins with the second row of the fixtures. */
const NOW_MS = 1_795_154_400_000 + 7 * 60_000

function source(answerOf: (path: string) => unknown) {
  const provider = createFakeProvider(({ url }) => ({ body: answerOf(new URL(url).pathname) }), { startMs: NOW_MS })
  return createKrakenFuturesSource({ http: provider.http, clock: provider.time.clock })
}

const series = (data: readonly unknown[]) => ({
  result: { timestamp: [1_795_150_800, 1_795_154_400], more: false, data },
  errors: [],
})

test("candles open at milliseconds, their volume is coins, and the running one is left out", async () => {
  const range = { fromMs: 1_795_150_800_000, toMs: 1_795_158_000_000 }
  const page = await source(() => fixtureJson(`${FIXTURES}/candles_shape.json`)).candles("BTC", "1h", range)
  expect(page.candles).toEqual([
    {
      openTimeMs: 1_795_150_800_000,
      openUsd: 100_000,
      highUsd: 100_500.5,
      lowUsd: 99_800,
      closeUsd: 100_250,
      volumeBase: 12.5,
      takerBuyVolumeBase: null,
    },
  ])
  expect(page.newestOpenMs).toBe(1_795_154_400_000)
})

test("open interest is the close of each period in coins, dated at its end or at this moment", async () => {
  const { points } = await source(() => fixtureJson(`${FIXTURES}/open-interest_shape.json`)).openInterestHistory(
    "BTC",
    "1h",
  )
  expect(points).toEqual([
    { atMs: 1_795_154_400_000, openInterestBase: 2005.2, openInterestUsd: null },
    { atMs: NOW_MS, openInterestBase: 2001.7, openInterestUsd: null },
  ])
})

test("an hourly rate of 0.00125% is 0.01% per 8 hours, and negative where shorts pay", async () => {
  const { points } = await source(() => fixtureJson(`${FIXTURES}/historicalfundingrates_shape.json`)).fundingHistory(
    "BTC",
    0,
  )
  expect(points.map(({ fundingPctPer8h }) => fundingPctPer8h)).toEqual([expect.closeTo(0.01), expect.closeTo(-0.02)])
  expect(points[0]?.atMs).toBe(Date.UTC(2026, 10, 20, 11))
})

test("long accounts per short account, as numbers or within an object", async () => {
  for (const data of [["1.5", "0.8"], { ratio: ["1.5", "0.8"] }]) {
    const { points } = await source(() => series(data as readonly unknown[])).longShort("BTC", "1h")
    expect(points.map(({ longShortRatio }) => longShortRatio)).toEqual([1.5, 0.8])
  }
})

test("the differential is buys minus sells of market orders; the open hour is left out", async () => {
  const flow = source((path) => series(path.endsWith("aggressor-differential") ? ["-20", "1"] : ["100", "2"]))
  expect((await flow.takerFlow("BTC", "1h")).points).toEqual([
    { atMs: 1_795_150_800_000, takerBuyBase: 40, takerSellBase: 60 },
  ])
})

test("liquidations are coins of closed hours", async () => {
  expect((await source(() => series(["3.5", "9"])).liquidations("BTC", 86_400_000)).points).toEqual([
    { atMs: 1_795_150_800_000, liquidatedBase: 3.5 },
  ])
})

test("a period that should have closed, without a newer one, is of a clock that is behind and is left out", async () => {
  const provider = createFakeProvider(
    ({ url }) => ({ body: series(url.includes("aggressor-differential") ? ["-20", "1"] : ["100", "2"]) }),
    { startMs: NOW_MS + 70 * 60_000 },
  )
  const late = createKrakenFuturesSource({ http: provider.http, clock: provider.time.clock })
  const all = await Promise.all([
    late.openInterestHistory("BTC", "1h"),
    late.longShort("BTC", "1h"),
    late.takerFlow("BTC", "1h"),
    late.liquidations("BTC", 86_400_000),
  ])
  const [closeMs, openMs] = [1_795_154_400_000, 1_795_150_800_000]
  expect(all.map(({ points }) => points.map(({ atMs }) => atMs))).toEqual([[closeMs], [closeMs], [openMs], [openMs]])
})

test("a period without a value, rows in another order and rows ahead of time cost nothing but themselves", async () => {
  const [before, open, ahead] = [1_795_150_800, 1_795_154_400, 1_795_240_800]
  const read = (timestamp: readonly number[], data: readonly unknown[]) =>
    source(() => ({ result: { timestamp, data }, errors: [] })).openInterestHistory("BTC", "1h")
  expect((await read([before, open], ["2005.2", null])).points).toMatchObject([{ openInterestBase: 2005.2 }])
  const { points } = await read([ahead, open, before], ["9", "2001.7", [null, null, null, "2005.2"]])
  expect(points.map(({ openInterestBase }) => openInterestBase)).toEqual([2005.2, 2001.7])
})

test("any answer gives data or a source error", async () => {
  const clock = () => NOW_MS
  await expectOnlySourceErrors((http) => createKrakenFuturesSource({ http, clock }).openInterestHistory("BTC", "1h"))
  await expectOnlySourceErrors((http) => createKrakenFuturesSource({ http, clock }).fundingHistory("BTC", 0))
})
