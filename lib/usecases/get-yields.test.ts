import { expect, test } from "vitest"
import { yieldsContract } from "@/lib/api/yields"
import { book, nowMs, pool } from "@/lib/domain/defi/testing/pools"
import type { YieldPool } from "@/lib/domain/defi/yield-pool"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { getYields } from "./get-yields"

function reads<T>(value: T): { read(): Promise<Sourced<T>> } {
  return { read: async () => ({ value, asOfMs: nowMs - 60_000, fetchedAtMs: nowMs, source: "defillama" }) }
}

const silent = { read: async () => null }

const defaults = yieldsContract.queryParams.parse({})
const asked = { nowMs, mode: "live" } as const

test("the answer keeps the contract and accounts for every pool", async () => {
  const pools = reads([pool("a"), pool("b", { apyPct: 7, chain: "Base" }), pool("c", { apyPct: null })])
  const answer = await getYields(
    { ...defaults, limit: 1 },
    { ...asked, pools, trust: reads(book), treasuryBill: reads(3.8) },
  )
  expect(yieldsContract.response.parse(answer)).toEqual(answer)
  expect(answer.counts).toMatchObject({ scanned: 3, eligible: 2, returned: 1 })
  expect(answer.stablecoin).toMatchObject([{ rank: 1, pool_id: "a", risk: { grade: "A" } }])
  expect(answer.benchmark).toEqual({ median_stable_apy: 5, tvl_weighted_stable_apy: 5, tbill_3m_pct: 3.8 })
  expect(answer.meta.degraded).toContain("The provider lists no pool on Solana.")
})

test("the next page goes on where this one ends", async () => {
  const ports = {
    ...asked,
    pools: reads([pool("a"), pool("b", { tvlUsd: 2e6 })]),
    trust: reads(book),
    treasuryBill: silent,
  }
  const first = await getYields({ ...defaults, limit: 1 }, ports)
  const query = yieldsContract.queryParams.parse({ limit: "1", cursor: first.next_cursor })
  const second = await getYields(query, ports)
  expect(second).toMatchObject({ stablecoin: [{ pool_id: "b", rank: 2 }], bluechip: [], next_cursor: null })
})

test("without the trust book pools are ungraded and the answer says so", async () => {
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

test("without pools nothing is sold", async () => {
  for (const pools of [silent, reads<YieldPool[]>([])]) {
    const ports = { ...asked, pools, trust: reads(book), treasuryBill: silent }
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
  ["project", "A B"],
  ["cursor", "2"],
])("%s=%s is refused by name", (name, value) => {
  expect(yieldsContract.queryParams.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([name])
})
