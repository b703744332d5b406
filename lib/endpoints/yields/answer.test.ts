import { expect, test } from "vitest"
import { yieldsContract } from "./contract"
import { exampleTrustData, examplePools } from "@/tools/testing/domain/defi/example-market"
import { trustData, nowMs, pool } from "@/tools/testing/domain/defi/pools"
import type { YieldPool } from "@/lib/domain/defi/yield-pool"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { getYields } from "./answer"

function reads<T>(value: T): { read(): Promise<Sourced<T>> } {
  return { read: async () => ({ value, asOfMs: nowMs - 60_000, fetchedAtMs: nowMs, source: "defillama" }) }
}

const silent = { read: async () => null }

const defaults = yieldsContract.queryParams.parse({})
const asked = { nowMs, mode: "live" } as const

test("the answer matches the contract and counts every pool", async () => {
  const pools = reads([pool("a"), pool("b", { apyPct: 7, chain: "Base" }), pool("c", { apyPct: null })])
  const answer = await getYields(
    { ...defaults, limit: 1 },
    { ...asked, pools, trust: reads(trustData), treasuryBill: reads(3.8) },
  )
  expect(yieldsContract.response.parse(answer)).toEqual(answer)
  expect(answer.counts).toMatchObject({ scanned: 3, eligible: 2, returned: 1 })
  expect(answer.stablecoin).toMatchObject([{ rank: 1, pool_id: "a", risk: { grade: "A" } }])
  expect(answer.benchmark).toEqual({ median_stable_apy: 5, tvl_weighted_stable_apy: 5, tbill_3m_pct: 3.8 })
  expect(answer.meta.degraded).toContain("The provider lists no pool on Solana.")
})

test("the next page starts after the last pool of this page", async () => {
  const ports = {
    ...asked,
    pools: reads([pool("a"), pool("b", { tvlUsd: 2e6 })]),
    trust: reads(trustData),
    treasuryBill: silent,
  }
  const first = await getYields({ ...defaults, limit: 1 }, ports)
  const query = yieldsContract.queryParams.parse({ limit: "1", cursor: first.next_cursor })
  const second = await getYields(query, ports)
  expect(second).toMatchObject({ stablecoin: [{ pool_id: "b", rank: 2 }], bluechip: [], next_cursor: null })
})

test("the published example is the answer for its pool, with a cursor", async () => {
  const { example, exampleParams } = yieldsContract
  const { stablecoin, bluechip, next_cursor, filters_applied } = await getYields(
    yieldsContract.queryParams.parse(exampleParams),
    {
      pools: reads(examplePools),
      trust: reads(exampleTrustData),
      treasuryBill: silent,
      nowMs: Date.parse(example.timestamp),
      mode: "sandbox",
    },
  )
  expect(example).toMatchObject({ stablecoin, bluechip, next_cursor, filters_applied })
  const { counts, chains } = example
  expect(counts.scanned - counts.excluded.chain, "each chain's pools are all but those elsewhere").toBe(
    chains.reduce((total, { pools }) => total + pools, 0),
  )
  expect(counts.scanned).toBe(
    Object.values(counts.excluded).reduce<number>((total, pools = 0) => total + pools, counts.eligible),
  )
})

test("without protocol data pools have no grade, and degraded reports it", async () => {
  const ports = {
    ...asked,
    pools: reads([pool("a", { returnSigmaPct: null })]),
    trust: silent,
    treasuryBill: silent,
  }
  const answer = await getYields(defaults, ports)
  expect(answer.stablecoin[0]?.risk.grade).toBeNull()
  expect(answer.stablecoin[0]?.risk.unknown).toContain("hacks")
  expect(answer.meta.degraded.join(" ")).toContain("audits, age and hacks are unknown")
})

test("without pools the answer is unavailable", async () => {
  for (const pools of [silent, reads<YieldPool[]>([])]) {
    const ports = { ...asked, pools, trust: reads(trustData), treasuryBill: silent }
    await expect(getYields(defaults, ports)).rejects.toThrow("No list of yield pools")
  }
})

test.each([
  ["chain", "Optimism"],
  ["min_tvl", "-1"],
  ["min_tvl", ""],
  ["min_tvl", "1e6"],
  ["limit", "101"],
  ["limit", "2.5"],
  ["asset_class", "nft"],
  ["max_apy", "0"],
  ["project", "A B"],
  ["cursor", "2"],
  ["cursor", "apy~end~end"],
  ["cursor", "5_200000000_a~end"],
])("%s=%s is refused with the parameter's name", (name, value) => {
  expect(yieldsContract.queryParams.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([name])
})

test("parameters that exclude every pool are refused", () => {
  const refused = (query: Record<string, string>) => yieldsContract.queryParams.safeParse(query).error?.issues[0]?.path
  expect(refused({ min_apy: "20", max_apy: "10" })).toEqual(["max_apy"])
  expect(refused({ min_apy: "10", max_apy: "10" })).toBeUndefined()
  const cursor = "risk_adjusted~5_200000000_a~end"
  expect(refused({ asset_class: "bluechip", cursor }), "the cursor is at the list's end").toEqual(["cursor"])
  expect(refused({ asset_class: "stablecoin", cursor })).toBeUndefined()
  expect(refused({ cursor })).toBeUndefined()
  for (const sort of ["apy", "tvl"]) expect(refused({ sort, cursor }), "a page of another order").toEqual(["cursor"])
  expect(refused({ sort: "apy", cursor: "apy~5_200000000_a~end" })).toBeUndefined()
})
