import { describe, expect, test } from "vitest"
import { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"
import { yieldsContract } from "@/lib/endpoints/yields/contract"
import { YIELD_CHAINS } from "@/lib/domain/defi/asset-class"
import { DataUnavailableError } from "@/lib/domain/errors"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { poolsAt } from "@/lib/sandbox/market/series/pools"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { testMarket } from "@/tools/testing/feeds/test-market"
import { getDefiRecommend } from "@/lib/endpoints/defi-recommend/answer"
import { getYields } from "@/lib/endpoints/yields/answer"
import { createDefiFeeds } from "./defi-feeds"
import { createMarketFeeds } from "./market-feeds"

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)

async function open(faults = "") {
  const { ports, time, faults: now } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults })
  const feeds = () => {
    const { pools, trust } = createDefiFeeds(ports)
    return { pools, trust, treasuryBill: createMarketFeeds(ports).treasuryBill }
  }
  const asked = () => ({ mode: "sandbox" as const, nowMs: time.clock() })
  return { feeds, asked, time, faults: now, store: ports.store }
}

const listed = poolsAt(testMarket, NOW_MS).length

const query = yieldsContract.queryParams.parse({})

test("a chain that the provider renamed is reported as missing", async () => {
  const poolOf = (chain: string) => ({
    chain,
    project: "p",
    symbol: "USDC",
    tvlUsd: 1e6,
    pool: chain,
    stablecoin: true,
  })
  let chains = ["Optimism", ...YIELD_CHAINS.filter((chain) => chain !== "OP Mainnet")]
  const { http } = createFakeProvider(() => ({ body: { status: "success", data: chains.map(poolOf) } }))
  const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  const { pools } = createDefiFeeds({ ...ports, http })
  await pools.refreshIfDue()
  expect(pools.status()).toMatchObject({ isFresh: true, missing: "no pools of OP Mainnet" })
  chains = [...YIELD_CHAINS]
  time.advance(HOUR_MS)
  await pools.refreshIfDue()
  expect(pools.status()).toMatchObject({ isFresh: true, missing: null })
})

describe("DeFi on the simulated market", () => {
  test("all pools are scanned, the listed pools are plausible, and every chain has pools", async () => {
    const { feeds, asked } = await open()
    const answer = yieldsContract.response.parse(await getYields(query, { ...feeds(), ...asked() }))
    expect(answer.counts.scanned).toBe(listed)
    expect(answer.chains.map(({ chain }) => chain).toSorted()).toEqual(YIELD_CHAINS.toSorted())
    expect(answer.chains.every(({ pools }) => pools > 0)).toBe(true)
    expect(answer.stablecoin.length).toBeGreaterThan(3)
    expect(answer.bluechip.length).toBeGreaterThan(3)
    expect(answer.benchmark.tbill_3m_pct).toBeGreaterThan(0)
    for (const { apy, tvl_usd: tvl } of [...answer.stablecoin, ...answer.bluechip]) {
      expect(apy).toBeGreaterThan(0)
      expect(apy).toBeLessThan(1_000)
      expect(tvl).toBeGreaterThanOrEqual(1_000_000)
    }
  })

  test.each(["conservative", "moderate", "aggressive"] as const)(
    "a %s allocation is an answer of the contract",
    async (risk) => {
      const { feeds, asked } = await open()
      const params = defiRecommendContract.queryParams.parse({ risk })
      const answer = defiRecommendContract.response.parse(await getDefiRecommend(params, { ...feeds(), ...asked() }))
      expect(answer.risk).toBe(risk)
      expect(answer.allocations.length).toBeGreaterThan(1)
    },
  )

  test("the TVL change is known from the eighth day on, also after a restart", async () => {
    const { feeds, asked, time } = await open()
    const best = async () => (await getYields(query, { ...feeds(), ...asked() })).stablecoin
    expect((await best()).every(({ tvl_change_7d_pct: change }) => change === null)).toBe(true)
    time.advance(7 * DAY_MS)
    const changes = (await best()).map(({ tvl_change_7d_pct: change }) => change)
    expect(changes.filter((change) => change !== null).length).toBeGreaterThan(changes.length / 2)
  })

  test("pools are stored compactly, and a restart gives the same answer", async () => {
    const { feeds, asked, store } = await open()
    const before = await getYields(query, { ...feeds(), ...asked() })
    const rows = await store.selectFrom("feed_values").select(["name", "value"]).execute()
    const lengthOf = (name: string) => rows.find((row) => row.name === name)?.value.length ?? Number.NaN
    expect(lengthOf("pools")).toBeLessThan(2_500_000)
    expect(lengthOf("poolHistory")).toBeLessThan(200_000)
    expect(await getYields(query, { ...feeds(), ...asked() })).toEqual(before)
  })

  test("without DeFiLlama yields are unavailable, and the last list is sold for half a day", async () => {
    const { feeds, asked, time, faults } = await open("defillama=500")
    await expect(getYields(query, { ...feeds(), ...asked() })).rejects.toThrow(DataUnavailableError)
    faults.clear()
    time.advance(16 * 60_000)
    const held = feeds()
    await getYields(query, { ...held, ...asked() })
    faults.set("defillama", { kind: "down" })
    time.advance(11 * HOUR_MS)
    expect((await getYields(query, { ...held, ...asked() })).counts.scanned).toBe(listed)
    time.advance(2 * HOUR_MS)
    await expect(getYields(query, { ...held, ...asked() })).rejects.toThrow(DataUnavailableError)
  })
})
