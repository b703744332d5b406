import { expect, test } from "vitest"
import { marketEtfContract } from "./contract"
import type { EtfFlowFeed, EtfFlowTable } from "@/lib/domain/flows/etf-flow"
import { DAY_MS } from "@/lib/domain/utc-day"
import { getMarketEtf } from "./answer"

const friday = Date.UTC(2026, 10, 13)
const table: EtfFlowTable = [
  { atMs: friday, totalUsdM: 5, usdMByFund: { IBIT: 7, GBTC: -2 }, isFinal: true },
  { atMs: friday + 3 * DAY_MS, totalUsdM: 9, usdMByFund: { IBIT: 9, GBTC: null }, isFinal: false },
]

function feed(value: EtfFlowTable | null): EtfFlowFeed {
  return {
    read: async () => value && { value, asOfMs: friday, fetchedAtMs: friday + DAY_MS, source: "farside" },
  }
}

test("the answer matches the contract, and its two shapes have equal values", async () => {
  const nowMs = friday + 3 * DAY_MS
  const answer = await getMarketEtf({ asset: "BTC" }, { etfFlows: feed(table), nowMs, mode: "live" })
  expect(marketEtfContract.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({
    date: "2026-11-13",
    total_flow_m: 5,
    institutional_flow_m: 7,
    top_outflow: "GBTC",
    pending: { date: "2026-11-16", missing: ["GBTC"] },
    meta: { as_of: "2026-11-13T00:00:00.000Z", mode: "live", degraded: [] },
  })
  expect(answer.daily.total_flow_m).toBe(answer.total_flow_m)
  expect(answer.weekly.total_flow_m).toBe(answer.flow_7d_m)
})

test("without a complete day in the last week the answer is unavailable", async () => {
  const asked = { nowMs: friday + DAY_MS, mode: "live" } as const
  await expect(getMarketEtf({ asset: "BTC" }, { ...asked, etfFlows: feed(null) })).rejects.toThrow("No complete day")
  const old = { ...asked, nowMs: friday + 8 * DAY_MS, etfFlows: feed(table) }
  await expect(getMarketEtf({ asset: "BTC" }, old)).rejects.toThrow("No complete day")
  const dated = await getMarketEtf({ asset: "BTC" }, { ...old, nowMs: friday + 6 * DAY_MS })
  expect(dated.meta.degraded).toEqual(["The newest complete day is 2026-11-13."])
})

test("a fund that a day's sum lacks is named", async () => {
  const gap = { atMs: friday - DAY_MS, totalUsdM: 3, usdMByFund: { IBIT: 3, GBTC: null }, isFinal: true }
  const before = { atMs: friday - 2 * DAY_MS, totalUsdM: 1, usdMByFund: { IBIT: 2, GBTC: -1 }, isFinal: true }
  const asked = { nowMs: friday + DAY_MS, mode: "live" } as const
  const degradedBy = async (day: EtfFlowTable[number]) =>
    (await getMarketEtf({ asset: "BTC" }, { ...asked, etfFlows: feed([before, day, ...table]) })).meta.degraded
  expect(await degradedBy(gap)).toEqual(["2026-11-12 is counted without GBTC, which has not reported it."])
  expect(await degradedBy({ ...gap, isFinal: false })).toEqual([
    "2026-11-12 is in no sum: GBTC has not reported it, and the others are not its total.",
  ])
})

test("an unknown asset is refused with the parameter's name, and the default is BTC", () => {
  expect(marketEtfContract.queryParams.parse({})).toEqual({ asset: "BTC" })
  expect(marketEtfContract.queryParams.safeParse({ asset: "DOGE" }).error?.issues[0]?.path).toEqual(["asset"])
})
