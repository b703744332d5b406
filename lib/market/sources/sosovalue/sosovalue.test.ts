import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createSosoValueSource } from "./client"
import { CompaniesAnswer, PurchasesAnswer, SummaryAnswer } from "./schema"
import { toHolding, toTransactions } from "./to-treasuries"

const FIXTURES = "lib/market/sources/sosovalue/fixtures"

function answering(name: string, status = 200) {
  const provider = createFakeProvider(() => ({ status, body: fixtureJson(`${FIXTURES}/${name}.json`) }))
  return { ...provider, source: createSosoValueSource({ http: provider.http, apiKey: "my-secret-key" }) }
}

test("totals are read in millions, oldest day first, and the key is sent in its header", async () => {
  const { source, requests } = answering("etfs_summary-history_shape")
  const { points, asOfMs } = await source.etfTotals("BTC")
  expect(points).toHaveLength(3)
  expect(points.at(-1)).toEqual({ atMs: asOfMs, totalUsdM: -250.0000005 })
  expect(asOfMs).toBe(Date.UTC(2026, 6, 31))
  expect(requests[0]?.headers.get("x-soso-api-key")).toBe("my-secret-key")
  expect(requests[0]?.url).not.toContain("my-secret-key")
})

test("the older API gives the history in one request, with rows in either shape", async () => {
  const shape = fixtureJson(`${FIXTURES}/v2_historicalInflowChart_shape.json`)
  const expected = [Date.UTC(2026, 6, 30), Date.UTC(2026, 6, 31)]
  const { source, requests } = answering("v2_historicalInflowChart_shape")
  const { points } = await source.etfHistory("BTC")
  expect(points.map(({ atMs }) => atMs)).toEqual(expected)
  expect(points.at(-1)?.totalUsdM).toBeCloseTo(-265.0000005, 6)
  expect(new URL(requests[0]?.url ?? "").host).toBe("api.sosovalue.xyz")
  const rows = typeof shape === "object" && shape !== null && "data" in shape ? shape.data : null
  const { http } = createFakeProvider(() => ({ body: { code: 0, msg: null, data: { list: rows } } }))
  const listed = await createSosoValueSource({ http, apiKey: "key" }).etfHistory("BTC")
  expect(listed.points).toEqual(points)
})

test("a day with a pending fund is not final, and the pending fund is null", async () => {
  expect(await answering("v2_currentEtfDataMetrics_shape").source.latestEtfFlows("BTC")).toEqual({
    atMs: Date.UTC(2026, 6, 31),
    totalUsdM: expect.closeTo(-122.65664, 6),
    usdMByFund: { IBIT: expect.closeTo(-122.65664, 6), FBTC: null },
    isFinal: false,
  })
})

test("one fund with an unreadable flow counts as pending; several make the answer a schema error", async () => {
  const told = { value: "2000000", lastUpdateDate: "2026-07-31", status: "1" }
  const untold = { value: null, lastUpdateDate: null, status: "3" }
  const flowsOf = (flows: readonly unknown[]) => {
    const list = flows.map((dailyNetInflow, index) => ({ ticker: `F${index}`, dailyNetInflow }))
    const { http } = createFakeProvider(() => ({ body: { code: 0, msg: null, data: { dailyNetInflow: told, list } } }))
    return createSosoValueSource({ http, apiKey: "k" }).latestEtfFlows("BTC")
  }
  expect(await flowsOf([told, told, told, told, untold])).toEqual({
    atMs: Date.UTC(2026, 6, 31),
    totalUsdM: 8,
    usdMByFund: { F0: 2, F1: 2, F2: 2, F3: 2, F4: null },
    isFinal: false,
  })
  await expect(flowsOf([told, told, told, untold, {}])).rejects.toMatchObject({ kind: "schema" })
})

test.each([200, 401])("an invalid key with status %i is an auth error", async (status) => {
  const { source } = answering("error_400101_bad_key", status)
  await expect(source.etfTotals("BTC")).rejects.toMatchObject({ kind: "auth" })
  await expect(source.latestEtfFlows("ETH")).rejects.toMatchObject({ kind: "auth" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createSosoValueSource({ http, apiKey: "k" }).etfTotals("SOL"))
  await expectOnlySourceErrors((http) => createSosoValueSource({ http, apiKey: "k" }).latestEtfFlows("SOL"))
  await expectOnlySourceErrors((http) => createSosoValueSource({ http, apiKey: "k" }).companies())
  await expectOnlySourceErrors((http) => createSosoValueSource({ http, apiKey: "k" }).purchases("MSTR"))
})

const STRATEGY = { ticker: "MSTR", name: "Strategy", list_location: "United States" }

test("purchases give holding and trades, sales are negative, and the average cost is ignored", async () => {
  const data = [
    {
      date: "2026-08-10",
      ticker: "MSTR",
      btc_holding: "840447",
      btc_acq: "-1690",
      acq_cost: "-108600000",
      avg_btc_cost: 0.09,
    },
    {
      date: "2026-06-22",
      ticker: "MSTR",
      btc_holding: "847363",
      btc_acq: "520",
      acq_cost: "34900000",
      avg_btc_cost: 0.09,
    },
  ]
  const { http } = createFakeProvider(() => ({ body: { code: 0, message: "success", data } }))
  const purchases = await createSosoValueSource({ http, apiKey: "k" }).purchases("MSTR")
  expect(toHolding(STRATEGY, purchases)).toEqual({
    company: "Strategy",
    symbol: "MSTR",
    country: "US",
    holdingsBtc: 840_447,
    entryValueUsd: null,
    source: "sosovalue",
  })
  expect(toTransactions(STRATEGY, purchases)).toMatchObject([
    { atMs: Date.UTC(2026, 7, 10), changeBtc: -1690, valueUsd: 108_600_000, basis: "reported" },
    { atMs: Date.UTC(2026, 5, 22), changeBtc: 520, valueUsd: 34_900_000 },
  ])
  expect(toHolding(STRATEGY, [])).toBeNull()
})

test("of two purchases on one day the first listed has the current holding", () => {
  const purchase = { date: "2026-08-10", btc_acq: 100, acq_cost: null }
  const purchases = [
    { ...purchase, btc_holding: 1_200 },
    { ...purchase, btc_holding: 1_100 },
    { ...purchase, date: "2026-08-03", btc_holding: 1_000 },
  ]
  expect(toHolding(STRATEGY, purchases)?.holdingsBtc).toBe(1_200)
})

test("the company and purchase fixtures parse", () => {
  for (const path of providerFixtures("sosovalue", /^btc-treasuries_list/)) {
    expect(CompaniesAnswer.parse(fixtureJson(path)).data.droppedRows).toBe(0)
  }
  for (const path of providerFixtures("sosovalue", /purchase_history/)) {
    expect(PurchasesAnswer.parse(fixtureJson(path)).data.droppedRows).toBe(0)
  }
})

test("the summary fixture parses", () => {
  for (const path of providerFixtures("sosovalue", /^etfs_summary/)) {
    expect(SummaryAnswer.parse(fixtureJson(path)).data.droppedRows).toBe(0)
  }
})
