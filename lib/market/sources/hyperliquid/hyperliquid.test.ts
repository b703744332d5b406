import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createHyperliquidSource } from "./client"
import { AllMids, CandleSnapshot, FundingHistory, MetaAndContexts } from "./schema"

const FIXTURES = "lib/market/sources/hyperliquid/fixtures"
const NOW = Date.UTC(2026, 10, 20, 12, 30)

function hyperliquid(answer: Parameters<typeof createFakeProvider>[0]) {
  const provider = createFakeProvider(answer, { startMs: NOW })
  return { ...provider, source: createHyperliquidSource({ http: provider.http, clock: provider.time.clock }) }
}

function recorded(name: string) {
  return hyperliquid(() => ({ body: fixtureJson(`${FIXTURES}/${name}.json`) }))
}

test("recorded candles are read by one POST request", async () => {
  const { source, requests } = recorded("info_candleSnapshot")
  const range = { fromMs: 1_684_699_200_000, toMs: 1_684_742_400_000 }
  const { candles } = await source.candles("BTC", "1h", range)
  expect(candles).toHaveLength(12)
  expect(candles[0]).toMatchObject({ openUsd: 0.001601, volumeBase: 520_665_683 })
  expect(await requests[0]?.json()).toEqual({
    type: "candleSnapshot",
    req: { coin: "BTC", interval: "1h", startTime: range.fromMs, endTime: range.toMs - 1 },
  })
})

test("the price is the coin's mid price", async () => {
  expect(await recorded("info_allMids").source.price("BTC")).toEqual({ priceUsd: 30_135, asOfMs: NOW })
})

test("open interest is in coins and dollars", async () => {
  const { source } = recorded("info_metaAndAssetCtxs_trimmed")
  expect(await source.openInterest("SOL")).toEqual({
    atMs: NOW,
    openInterestBase: 10_764.48,
    openInterestUsd: expect.closeTo(10_764.48 * 108.04, 3),
  })
  await expect(source.openInterest("BTC"), "a coin that is not listed").rejects.toMatchObject({ kind: "stale" })
})

test("contracts have mark price, the price a day before and volume; delisted and unreadable ones are left out", async () => {
  const [, [context]] = fixtureJson(`${FIXTURES}/info_metaAndAssetCtxs_trimmed.json`) as [unknown, [object]]
  const universe = [
    { name: "SOL" },
    { name: "MATIC", isDelisted: true },
    { name: "DOGE" },
    { name: "<b>" },
    { name: "NEW" },
    { name: "ODD", isDelisted: "no" },
  ]
  const contexts = [context, context, { ...context, markPx: "0" }, context, { ...context, prevDayPx: "0.0" }, context]
  const { source } = hyperliquid(() => ({ body: [{ universe }, contexts] }))
  expect(await source.perpetuals()).toEqual([
    { symbol: "SOL", priceUsd: 108.04, dayBeforeUsd: 111.81, volume24hUsd: 9_450_588.2273 },
    { symbol: "NEW", priceUsd: 108.04, dayBeforeUsd: null, volume24hUsd: 9_450_588.2273 },
  ])
  const empty = hyperliquid(() => ({ body: [{ universe: [] }, []] })).source
  await expect(empty.perpetuals()).rejects.toMatchObject({ kind: "stale" })
})

test("contexts that do not stand at the names, and a coin that is listed twice, are not read", async () => {
  const [, [context]] = fixtureJson(`${FIXTURES}/info_metaAndAssetCtxs_trimmed.json`) as [unknown, [object]]
  const of = (names: readonly string[], contexts: number) => {
    const universe = names.map((name) => ({ name }))
    return hyperliquid(() => ({ body: [{ universe }, Array(contexts).fill(context)] })).source.openInterest("SOL")
  }
  expect(await of(["BTC", "SOL"], 2)).toMatchObject({ openInterestBase: 10_764.48 })
  await expect(of(["BTC", "SOL", "ETH"], 2)).rejects.toMatchObject({ kind: "schema" })
  await expect(of(["SOL", "SOL"], 2)).rejects.toMatchObject({ kind: "stale" })
})

test("settled funding is dated at the full hour", async () => {
  const { points } = await recorded("info_fundingHistory").source.fundingHistory("BTC", 1_681_923_833_000)
  expect(points).toHaveLength(12)
  expect(points[0]).toEqual({ atMs: 1_683_849_600_000, fundingPctPer8h: expect.closeTo(-0.490672, 9) })
})

test.each([
  [422, "not_found"],
  [429, "rate_limited"],
  [500, "network"],
])("status %i is a source error of kind %s", async (status, kind) => {
  const { source } = hyperliquid(() => ({ status, body: "Failed to deserialize the JSON body into the target type" }))
  await expect(source.price("BTC")).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  const range = { fromMs: NOW - 9 * 3_600_000, toMs: NOW }
  await expectOnlySourceErrors((http, clock) => createHyperliquidSource({ http, clock }).price("BTC"))
  await expectOnlySourceErrors((http, clock) => createHyperliquidSource({ http, clock }).openInterest("BTC"))
  await expectOnlySourceErrors((http, clock) => createHyperliquidSource({ http, clock }).perpetuals())
  await expectOnlySourceErrors((http, clock) => createHyperliquidSource({ http, clock }).candles("BTC", "1h", range))
})

test("every fixture parses", () => {
  const answers = { candleSnapshot: CandleSnapshot, allMids: AllMids, fundingHistory: FundingHistory }
  for (const [name, schema] of Object.entries({ ...answers, metaAndAssetCtxs_trimmed: MetaAndContexts })) {
    for (const path of providerFixtures("hyperliquid", new RegExp(`${name}.json$`)))
      expect(() => schema.parse(fixtureJson(path)), path).not.toThrow()
  }
})
