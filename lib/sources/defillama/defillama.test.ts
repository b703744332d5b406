import { expect, test } from "vitest"
import { createFakeProvider } from "@/lib/testing/feed-fake-provider"
import { fixtureJson, packFixtures } from "@/lib/testing/feed-fixtures"
import { expectOnlySourceErrors } from "@/lib/testing/feed-malformed"
import { createDefiLlamaSource } from "./client"
import { StablecoinChartAnswer, StablecoinsAnswer } from "./schema"

const FIXTURES = "lib/sources/defillama/fixtures"
const COIN = {
  symbol: "X",
  pegType: "peggedUSD",
  circulating: { peggedUSD: "2000000000" },
  circulatingPrevWeek: { peggedUSD: 1e9 },
  price: 1,
}
const NOW = Date.UTC(2026, 10, 20, 12, 30)

function defiLlama(answer: Parameters<typeof createFakeProvider>[0]) {
  const { http, time } = createFakeProvider(answer, { startMs: NOW })
  return createDefiLlamaSource({ http, clock: time.clock })
}

test("the documented list is a sum with its change over a week", async () => {
  const source = defiLlama(() => ({ body: fixtureJson(`${FIXTURES}/stablecoins_shape.json`) }))
  expect(await source.stablecoins()).toEqual({
    totalUsdB: expect.closeTo(183.727681, 6),
    change7dUsdB: expect.closeTo(1.227681, 6),
    change7dPct: expect.closeTo(0.6727, 4),
    asOfMs: NOW,
  })
})

test("other pegs, broken pegs and coins without history do not move the change", async () => {
  const peggedAssets = [
    COIN,
    { ...COIN, price: null, circulatingPrevWeek: {} },
    { ...COIN, price: "0.2" },
    { ...COIN, pegType: "peggedEUR", circulating: { peggedEUR: 5e9 } },
  ]
  const source = defiLlama(() => ({ body: { peggedAssets } }))
  expect(await source.stablecoins()).toMatchObject({ totalUsdB: 4, change7dUsdB: 1, change7dPct: 100 })
})

test("the daily chart compares with the newest day at least a week before", async () => {
  const dayS = 86_400
  const body = [0, 1, 2, 8].map((day) => ({
    date: String(day * dayS),
    totalCirculating: { peggedUSD: (day + 1) * 1e9 },
  }))
  expect(await defiLlama(() => ({ body })).stablecoinsByDay()).toEqual({
    totalUsdB: 9,
    change7dUsdB: 7,
    change7dPct: 350,
    asOfMs: 8 * dayS * 1000,
  })
})

test.each([
  [{ peggedAssets: [] }, 200, "schema"],
  ["error code: 522", 522, "network"],
])("%j with status %i is %s", async (body, status, kind) => {
  await expect(defiLlama(() => ({ status, body })).stablecoins()).rejects.toMatchObject({ kind })
})

test("no answer makes the adapter throw anything but source errors", async () => {
  await expectOnlySourceErrors((http, clock) => createDefiLlamaSource({ http, clock }).stablecoins())
  await expectOnlySourceErrors((http, clock) => createDefiLlamaSource({ http, clock }).stablecoinsByDay())
})

test("every stablecoin answer of the pack parses", () => {
  for (const path of packFixtures("defillama", /^stablecoins_/)) StablecoinsAnswer.parse(fixtureJson(path))
  for (const path of packFixtures("defillama", /^stablecoincharts_/)) StablecoinChartAnswer.parse(fixtureJson(path))
})
