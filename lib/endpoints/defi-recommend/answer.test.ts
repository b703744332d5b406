import { expect, test } from "vitest"
import { defiRecommendContract } from "./contract"
import { chainsWithoutPools } from "@/lib/domain/defi/asset-class"
import { exampleTrustData, examplePools } from "@/tools/testing/domain/defi/example-market"
import { trustData, nowMs, pool } from "@/tools/testing/domain/defi/pools"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { getDefiRecommend } from "./answer"

const aMinuteAgo = new Date(nowMs - 60_000).toISOString()

function reads<T>(value: T, source = "defillama", asOf = aMinuteAgo): { read(): Promise<Sourced<T>> } {
  return { read: async () => ({ value, asOfMs: Date.parse(asOf), fetchedAtMs: nowMs, source }) }
}

const silent = { read: async () => null }
const defaults = defiRecommendContract.queryParams.parse({})
const pools = reads([pool("a"), pool("b", { project: "maple", chain: "Base" }), pool("far", { apyPct: 99 })])
const ports = { pools, trust: reads(trustData), treasuryBill: silent, nowMs, mode: "live" } as const

test("the answer matches the contract, and weights with cash sum to 100", async () => {
  const answer = await getDefiRecommend(defaults, ports)
  expect(defiRecommendContract.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ risk: "moderate", amount_usd: 10_000, horizon_days: 30, status: "PARTIAL" })
  expect(answer.allocations.map(({ kind, weight_pct }) => [kind, weight_pct])).toEqual([
    ["pool", 40],
    ["pool", 40],
    ["cash", 20],
  ])
  expect(answer.excluded).toMatchObject([{ pool_id: "far", reason: "yield above 30%" }])
  expect(answer.comparison).toMatchObject({ tbill_3m_pct: null, conservative_apy: 4, moderate_apy: 4 })
})

test("a yield spike counts only in today's yield; expected yield and comparison use the 30-day mean", async () => {
  const spiked = reads(["a", "b"].map((id) => pool(id, { apyPct: 25, apyBasePct: 25, returnSigmaPct: 0.1 })))
  const { portfolio, comparison } = await getDefiRecommend(defaults, { ...ports, pools: spiked })
  expect(portfolio).toMatchObject({ blended_apy: 10, expected_apy: 2, range_apy80: [0.9717, 3.0283] })
  expect(comparison).toMatchObject({ conservative_apy: null, moderate_apy: 2, aggressive_apy: 2 })
})

test("the published example is the answer for its pools", async () => {
  const { example, exampleParams } = defiRecommendContract
  const tinyPools = chainsWithoutPools(examplePools).map((chain) => pool(chain, { chain, tvlUsd: 1 }))
  const answer = await getDefiRecommend(defiRecommendContract.queryParams.parse(exampleParams), {
    pools: reads([...examplePools, ...tinyPools], "defillama", "2026-11-20T11:35:00.000Z"),
    trust: reads(exampleTrustData, "defillama", "2026-11-20T06:00:00.000Z"),
    treasuryBill: reads(3.8, "fred", "2026-11-18T00:00:00.000Z"),
    nowMs: Date.parse(example.timestamp),
    mode: "sandbox",
  })
  expect(answer).toEqual(example)
})

test("several chains can be selected and protocols excluded", async () => {
  const asked = defiRecommendContract.queryParams.parse({ chains: "Base,OP Mainnet,Base", exclude: "spark" })
  const answer = await getDefiRecommend(asked, ports)
  expect(answer.allocations.map((part) => (part.kind === "pool" ? part.chain : part.kind))).toEqual(["Base", "cash"])
  expect(answer.constraints.max_chain_pct).toBe(60)
  const one = await getDefiRecommend({ ...asked, chains: "Base" }, ports)
  expect(one.constraints.max_chain_pct).toBe(100)
})

test("without eligible pools the answer is NO_CANDIDATES", async () => {
  const answer = await getDefiRecommend({ ...defaults, exclude: "aave-v3,maple" }, ports)
  expect(defiRecommendContract.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ status: "NO_CANDIDATES", gas: null, comparison: { moderate_apy: null } })
})

test("without pools or protocol data the answer is unavailable", async () => {
  await expect(getDefiRecommend(defaults, { ...ports, pools: silent })).rejects.toThrow("No list of yield pools")
  await expect(getDefiRecommend(defaults, { ...ports, trust: silent })).rejects.toThrow("no strategy can be checked")
})

test("risk is moderate by default, and an invalid value is refused with its parameter", () => {
  expect(defaults).toEqual({
    risk: "moderate",
    capital: 10_000,
    horizon_days: 30,
    chains: "all",
    exclude: "",
  })
  for (const [name, value] of [
    ["risk", "yolo"],
    ["capital", "99"],
    ["horizon_days", "31"],
    ["exclude", "a,,b"],
    ["chains", "Base,Moon"],
    ["chains", "all,Base"],
  ]) {
    const parsed = defiRecommendContract.queryParams.safeParse({ [name as string]: value })
    expect(parsed.error?.issues[0]?.path).toEqual([name])
  }
})

test("a requested chain without pools is named in degraded", async () => {
  const degradedFor = async (chains: string) => {
    const query = defiRecommendContract.queryParams.parse({ chains })
    return (await getDefiRecommend(query, { ...ports, treasuryBill: reads(3.8) })).meta.degraded
  }
  expect(await degradedFor("Base,Solana")).toEqual(["The provider lists no pool on Solana."])
  expect(await degradedFor("Base")).toEqual([])
  expect(await degradedFor("all")).toContain("The provider lists no pool on Arbitrum.")
})
