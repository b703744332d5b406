import { expect, test } from "vitest"
import { createFakeProvider, type FakeAnswer } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createCoinGeckoSource } from "./client"

const HOLDER = { company: "Example One", symbol: "EXA.US" }

function shape(name: string): unknown {
  return fixtureJson(`lib/market/sources/coingecko/fixtures/${name}_shape.json`)
}

function coinGecko(answer: FakeAnswer, apiKey?: string) {
  const { http, requests } = createFakeProvider(() => answer)
  return { source: createCoinGeckoSource({ http, ...(apiKey !== undefined && { apiKey }) }), requests }
}

test("a cost of 0 and empty texts are read as null", async () => {
  const { source, requests } = coinGecko({ body: shape("companies") })
  expect(await source.holdings()).toEqual([
    { ...HOLDER, country: "US", holdingsBtc: 1000, entryValueUsd: 50_000_000, source: "coingecko" },
    {
      company: "Example Two",
      symbol: "TSE: EXB",
      country: "JP",
      holdingsBtc: 500.5,
      entryValueUsd: null,
      source: "coingecko",
    },
    expect.objectContaining({ symbol: null, country: null, holdingsBtc: 0 }),
  ])
  expect(requests[0]?.headers.get("x-cg-demo-api-key")).toBeNull()
})

test("a demo key is sent in its header", async () => {
  const { source, requests } = coinGecko({ body: shape("entities") }, "my-secret-key")
  expect(await source.entities()).toEqual([
    { id: "example-one", symbol: "EXA.US", name: "Example One" },
    { id: "example-two", symbol: null, name: "Example Two" },
  ])
  expect(requests[0]?.headers.get("x-cg-demo-api-key")).toBe("my-secret-key")
  expect(requests[0]?.url).not.toContain("my-secret-key")
})

test("sales are negative for either sign, other coins are skipped, and an invalid link is null", async () => {
  const { source } = coinGecko({ body: shape("transaction_history") })
  const facts = { ...HOLDER, source: "coingecko", basis: "reported" }
  expect(await source.transactions("example-one", HOLDER)).toEqual([
    {
      ...facts,
      atMs: Date.UTC(2026, 10, 16),
      changeBtc: -40,
      valueUsd: 4_000_000,
      sourceUrl: "https://www.example.com/8-k.pdf",
    },
    { ...facts, atMs: Date.UTC(2026, 10, 9), changeBtc: 100, valueUsd: null, sourceUrl: null },
  ])
})

test("the market's total has the provider's time", async () => {
  const { source } = coinGecko({ body: shape("global") })
  expect(await source.global()).toEqual({
    value: {
      btcPct: 58.25,
      ethPct: 11.5,
      marketCapUsd: 3_000_000_000_000.5,
      volume24hUsd: 95_000_000_000.5,
      marketCapChange24hPct: -1.25,
    },
    asOfMs: Date.UTC(2026, 10, 20, 12),
  })
})

test.each([
  [{ status: 429, body: shape("error_429") }, "rate_limited"],
  [{ body: shape("error_429") }, "rate_limited"],
  [{ status: 401, body: shape("error_10012") }, "auth"],
  [{ status: 404, body: { error: "coin not found" } }, "not_found"],
  [{ body: { data: {} } }, "schema"],
] as const)("the answer %j is a source error of kind %s", async (answer, kind) => {
  await expect(coinGecko(answer).source.global()).rejects.toMatchObject({ kind })
})

test("the list of companies is read to its last page", async () => {
  const company = (index: number) => ({ id: `company-${index}`, symbol: "", name: `Company ${index}`, country: "US" })
  const all = Array.from({ length: 251 }, (_, index) => company(index))
  const { http, requests } = createFakeProvider(({ url }) => {
    const page = Number(new URL(url).searchParams.get("page"))
    return { body: all.slice((page - 1) * 250, page * 250) }
  })
  const entities = await createCoinGeckoSource({ http }).entities()
  expect([entities.length, entities.at(-1)?.id, requests.length]).toEqual([251, "company-250", 2])
})

test("an empty list of companies is refused, because it would be cached for a week", async () => {
  await expect(coinGecko({ body: [] }).source.entities()).rejects.toMatchObject({ kind: "schema" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createCoinGeckoSource({ http }).holdings())
  await expectOnlySourceErrors((http) => createCoinGeckoSource({ http }).entities())
  await expectOnlySourceErrors((http) => createCoinGeckoSource({ http }).transactions("x", HOLDER))
  await expectOnlySourceErrors((http) => createCoinGeckoSource({ http }).global())
})

test("every fixture is read", async () => {
  const ask = (path: string) => coinGecko({ body: fixtureJson(path) }).source
  for (const path of providerFixtures("coingecko", /^companies/)) expect(await ask(path).holdings()).not.toEqual([])
  for (const path of providerFixtures("coingecko", /^entities/)) expect(await ask(path).entities()).toHaveLength(2)
  for (const path of providerFixtures("coingecko", /transaction_history/)) {
    expect(await ask(path).transactions("strategy", HOLDER)).toHaveLength(2)
  }
  for (const path of providerFixtures("coingecko", /^global/))
    expect((await ask(path).global()).value.btcPct).toBeGreaterThan(50)
})
