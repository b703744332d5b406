import { CHAIN_OF_NETWORK, toPair } from "./to-pair"
import fc from "fast-check"
import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { mutatedJson } from "@/tools/testing/feeds/mutations"
import { createGeckoTerminalSource } from "./client"

const POOL = {
  id: "eth_0xpool",
  type: "pool",
  attributes: {
    address: "0xpool",
    name: "MOOTT / WETH",
    pool_created_at: "2026-11-01T02:00:07Z",
    base_token_price_usd: "0.0123",
    fdv_usd: "1000000.5",
    market_cap_usd: null,
    reserve_in_usd: "60000.1",
    price_change_percentage: { m5: "-0.298", h1: "1.5", h6: "2", h24: "-30.893" },
    transactions: { h24: { buys: 120, sells: 80, buyers: 90, sellers: 60 } },
    volume_usd: { h24: "150000" },
    community_sus_report: 4,
  },
  relationships: {
    base_token: { data: { id: "eth_0xtoken" } },
    network: { data: { id: "eth" } },
    dex: { data: { id: "uniswap_v3" } },
  },
}
const TOKEN = {
  id: "eth_0xtoken",
  type: "token",
  attributes: { address: "0xtoken", name: "Moon Otter", symbol: "MOOTT" },
}
const ANSWER = { data: [POOL], included: [TOKEN, { id: "eth", type: "network", attributes: {} }] }

function source(answer: unknown) {
  const { http } = createFakeProvider(({ url }) => ({
    body: url.includes("page=1") ? answer : { data: [], included: [] },
  }))
  return createGeckoTerminalSource({ http })
}

test("a pool has the units of DexPair and the common name of its chain", async () => {
  expect(await source(ANSWER).trending()).toEqual([
    {
      chain: "ethereum",
      address: "0xtoken",
      symbol: "MOOTT",
      name: "Moon Otter",
      pairAddress: "0xpool",
      dex: "uniswap_v3",
      url: "https://www.geckoterminal.com/eth/pools/0xpool",
      priceUsd: 0.0123,
      priceChangePct: { m5: -0.298, h1: 1.5, h6: 2, h24: -30.893 },
      liquidityUsd: 60_000.1,
      volumeH24Usd: 150_000,
      fdvUsd: 1_000_000.5,
      marketCapUsd: null,
      pairCreatedAtMs: Date.UTC(2026, 10, 1, 2, 0, 7),
      buysH24: 120,
      sellsH24: 80,
      buyersH24: 90,
      sellersH24: 60,
      hasWebsite: null,
      hasSocial: null,
      communityReports: 4,
    },
  ])
})

test("a pool without a network has the chain of its token's id", async () => {
  const { network: _, ...relationships } = POOL.relationships
  const [pair] = await source({ ...ANSWER, data: [{ ...POOL, relationships }] }).trending()
  expect(pair?.chain).toBe("ethereum")
})

test("a pool without its token's description is skipped; a list with only such pools is refused", async () => {
  const relationships = { ...POOL.relationships, base_token: { data: { id: "eth_0xother" } } }
  const foreignPool = { ...POOL, relationships }
  expect(await source({ ...ANSWER, data: [foreignPool, POOL] }).trending()).toHaveLength(1)
  for (const answer of [{ ...ANSWER, included: [] }, { data: [POOL] }, { data: [], included: [] }]) {
    await expect(source(answer).trending()).rejects.toMatchObject({ kind: "schema" })
  }
})

test.each(providerFixtures("geckoterminal", /trending_pools/))("fixture %s is read", async (path) => {
  expect((await source(fixtureJson(path)).trending()).length).toBeGreaterThan(0)
})

test("a mutated answer gives pools or a source error", async () => {
  await fc.assert(
    fc.asyncProperty(mutatedJson(ANSWER), async (answer) => {
      const outcome = await source(answer)
        .trending()
        .catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toHaveProperty("kind")
    }),
    { numRuns: 300 },
  )
})

test.each([
  ["eth", "ethereum"],
  ["polygon_pos", "polygon"],
  ["avax", "avalanche"],
  ["sui-network", "sui"],
  ["xdai", "gnosischain"],
  ["cro", "cronos"],
  ["ftm", "fantom"],
  ["zora-network", "zora"],
  ["world-chain", "worldchain"],
  ["solana", "solana"],
  ["bsc", "bsc"],
])("the network %s is %s at DexScreener", (network, chain) => {
  expect(CHAIN_OF_NETWORK[network]).toBe(chain)
})

test("a network without a known name is unknown, and the link still names it", () => {
  const token = { id: "new-net_0xaa", type: "token" as const, attributes: { address: "0xaa", symbol: "A", name: "A" } }
  const pool = {
    attributes: { address: "0xpool" },
    relationships: {
      base_token: { data: { id: token.id } },
      network: { data: { id: "new-net" } },
      dex: { data: { id: "dex" } },
    },
  }
  const pair = toPair(pool, new Map([[token.id, token]]))
  expect([pair?.chain, pair?.url]).toEqual(["unknown", "https://www.geckoterminal.com/new-net/pools/0xpool"])
})
