import fc from "fast-check"
import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { mutatedJson } from "@/tools/testing/feeds/mutations"
import { createDexScreenerSource } from "./client"

const PAIR = {
  chainId: "solana",
  dexId: "raydium",
  url: "https://dexscreener.com/solana/pair1",
  pairAddress: "Pair1",
  baseToken: { address: "Token1", name: "Moon Otter", symbol: "MOOTT" },
  priceUsd: "0.0123",
  txns: { h24: { buys: 120, sells: 80 } },
  volume: { h24: 150_000.5, h6: 1 },
  priceChange: { m5: -0.83, h24: 4.5 },
  liquidity: { usd: 60_000, base: 1, quote: 2 },
  pairCreatedAt: 1_790_000_000_000,
  info: { websites: [{ url: "https://token.example" }], socials: [] },
}
const TOKEN = { chain: "solana", address: "Token1" }

function source(answer: (url: string) => unknown) {
  const { http } = createFakeProvider(({ url }) => ({ body: answer(url) }))
  return createDexScreenerSource({ http })
}

test("boosts of both lists are merged by token with the larger amount", async () => {
  const list = (amount: number) => [{ chainId: "base", tokenAddress: "0xAa", totalAmount: amount }]
  const boosts = await source((url) => list(url.includes("top") ? 500 : 10)).boosts()
  expect(boosts).toEqual([{ chain: "base", address: "0xAa", amount: 500 }])
})

test("a pair has the units of DexPair, and missing fields are null", async () => {
  const { pairs, isWhole } = await source(() => [PAIR]).pairs([TOKEN])
  const [pair] = pairs
  expect(isWhole).toBe(true)
  expect(pair).toEqual({
    ...TOKEN,
    symbol: "MOOTT",
    name: "Moon Otter",
    pairAddress: "Pair1",
    dex: "raydium",
    url: PAIR.url,
    priceUsd: 0.0123,
    priceChangePct: { m5: -0.83, h1: null, h6: null, h24: 4.5 },
    liquidityUsd: 60_000,
    volumeH24Usd: 150_000.5,
    fdvUsd: null,
    marketCapUsd: null,
    pairCreatedAtMs: 1_790_000_000_000,
    buysH24: 120,
    sellsH24: 80,
    buyersH24: null,
    sellersH24: null,
    hasWebsite: true,
    hasSocial: false,
    communityReports: null,
  })
})

test.each([1e300, -1, 0, "soon"])("a pair with the creation time %j has no age", async (pairCreatedAt) => {
  const { pairs } = await source(() => [{ ...PAIR, pairCreatedAt }]).pairs([TOKEN])
  expect(pairs[0]).toMatchObject({ pairAddress: "Pair1", pairCreatedAtMs: null })
})

test("pairs with the token as quote are skipped", async () => {
  const other = { ...PAIR, baseToken: { ...PAIR.baseToken, address: "Other" } }
  expect((await source(() => [PAIR, other]).pairs([TOKEN])).pairs).toHaveLength(1)
})

test("tokens are requested by chain, at most thirty per request", async () => {
  const asked: string[] = []
  const tokens = Array.from({ length: 65 }, (_, index) => ({
    chain: index < 64 ? "base" : "bsc",
    address: `0x${index}`,
  }))
  await source((url) => {
    asked.push(url)
    return []
  }).pairs(tokens)
  expect(asked.map((url) => url.split("/").at(-1)?.split(",").length)).toEqual([30, 30, 4, 1])
})

test("a chain that cannot be read loses only its own tokens, and is reported", async () => {
  const other = { chain: "base", address: "0x1" }
  const { pairs, isWhole } = await source((url) => (url.includes("/base/") ? "busy" : [PAIR])).pairs([TOKEN, other])
  expect([pairs.length, isWhole]).toEqual([1, false])
})

test.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "http://dexscreener.com/x"])(
  "a pair with the link %j is skipped",
  async (url) => {
    await expect(source(() => [{ ...PAIR, url }]).pairs([TOKEN])).resolves.toMatchObject({ pairs: [] })
  },
)

test("names and symbols are shortened and have no format characters", async () => {
  const baseToken = { ...PAIR.baseToken, name: "x".repeat(200_000), symbol: "\u202ETDSU" }
  const { pairs } = await source(() => [{ ...PAIR, baseToken }]).pairs([TOKEN])
  expect([pairs[0]?.name.length, pairs[0]?.symbol]).toEqual([100, "USDT"])
})

test("an answer without boosts is an error, because paid advertising would be unmarked", async () => {
  await expect(source(() => []).boosts()).rejects.toMatchObject({ kind: "schema" })
})

test.each(providerFixtures("dexscreener", /^tokens_shape/))("fixture %s is read", async (path) => {
  const answer = fixtureJson(path)
  const [first] = Array.isArray(answer) ? answer : []
  const token = { chain: first.chainId, address: first.baseToken.address }
  expect((await source(() => answer).pairs([token])).pairs.length).toBeGreaterThan(0)
})

test.each(providerFixtures("dexscreener", /^token-boosts/))("fixture %s is read", async (path) => {
  expect((await source(() => fixtureJson(path)).boosts()).length).toBeGreaterThan(0)
})

test("a mutated answer gives pairs or a source error", async () => {
  await fc.assert(
    fc.asyncProperty(mutatedJson([PAIR, PAIR]), async (answer) => {
      const outcome = await source(() => answer)
        .pairs([TOKEN])
        .catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toHaveProperty("kind")
    }),
    { numRuns: 300 },
  )
})
