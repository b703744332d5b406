import fc from "fast-check"
import { expect, test } from "vitest"
import { anyPools, nowMs as poolsNowMs, trustData } from "@/tools/testing/domain/defi/pools"
import { nowMs as tokensNowMs, pair, scan } from "@/tools/testing/domain/dex/tokens"
import { anyNews, nowMs as newsNowMs } from "@/tools/testing/domain/geo/news"
import type { AssetPriceFeed } from "@/lib/domain/geo/impact"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { answerContracts } from "."
import { getDexAlpha } from "./dex-alpha/answer"
import { dexAlphaContract } from "./dex-alpha/contract"
import { dexAlphaRows } from "./dex-alpha/narrowing"
import { getGeoAlert } from "./geo-alert/answer"
import { geoAlertContract } from "./geo-alert/contract"
import { geoAlertRows } from "./geo-alert/narrowing"
import { getGeoEvents } from "./geo-events/answer"
import { geoEventsContract } from "./geo-events/contract"
import { geoEventsRows } from "./geo-events/narrowing"
import { narrow } from "./narrowing"
import { narrowings } from "./narrowings"
import { getYields } from "./yields/answer"
import { yieldsContract } from "./yields/contract"
import { yieldsRows } from "./yields/narrowing"

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

function reads<T>(value: T, nowMs: number): { read(): Promise<Sourced<T>> } {
  return { read: async () => ({ value, asOfMs: nowMs, fetchedAtMs: nowMs, source: "dexscreener" }) }
}

test("tokens filtered in the browser are those that the service sells, with their ranks", async () => {
  const anyPair = fc.record({
    chain: fc.constantFrom("base", "solana"),
    liquidityUsd: fc.constantFrom(null, 15_000, 30_000.4, 1e6),
    pairCreatedAtMs: fc.constantFrom(null, tokensNowMs - 2.04 * HOUR_MS, tokensNowMs - 50 * HOUR_MS),
    priceChangePct: fc.constantFrom({ m5: 0, h1: 1, h6: 2, h24: 3 }, { m5: 0, h1: -40, h6: -60, h24: -90 }),
  })
  const anyQuery = fc.record({
    chain: fc.constantFrom("all", "all", "base"),
    min_liquidity_usd: fc.constantFrom(0, 20_000, 30_000, 100_000),
    min_age_h: maybe(fc.constantFrom(1, 2, 24)),
    max_age_h: maybe(fc.constantFrom(30, 100)),
    include_boosted: fc.constantFrom("true" as const, "false" as const),
    exclude_flags: fc.constantFrom("", "PAID_BOOST", "PAID_BOOST,NEW_PAIR"),
    verdict: maybe(fc.constantFrom("CAUTION" as const, "NOT_CHECKED" as const)),
    limit: fc.constantFrom(1, 3, 20),
  })
  const usual = fc.constant(dexAlphaContract.queryParams.parse({}))
  let narrowed = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPair, { minLength: 1, maxLength: 12 }),
      fc.oneof(usual, anyQuery),
      anyQuery,
      async (pairs, from, to) => {
        const listed = pairs.map((one, index) => pair(`t${index}`, one))
        const boosts = listed.slice(0, 3).map(({ chain, address }) => ({ chain, address, amount: 30 }))
        const deps = { tokens: reads(scan(listed, { boosts }), tokensNowMs), nowMs: tokensNowMs, mode: "live" } as const
        const owned = dexAlphaContract.response.parse(await getDexAlpha(from, deps))
        const found = narrow(dexAlphaRows, owned, { from, to })
        if (found === null) return
        const { tokens, counts } = await getDexAlpha(to, deps)
        const rows = found.isComplete ? tokens : tokens.slice(0, found.answer.tokens.length)
        expect(found.answer.tokens).toEqual(rows)
        if (!found.isComplete) return
        narrowed += 1
        expect(found.answer.counts.returned).toBe(counts.returned)
      },
    ),
    { numRuns: 400 },
  )
  expect(narrowed).toBeGreaterThan(20)
})

test("pools filtered in the browser are those that the service sells, with their ranks", async () => {
  const anyQuery = fc.record({
    asset_class: fc.constantFrom("all" as const, "stablecoin" as const, "bluechip" as const),
    chain: fc.constantFrom("all" as const, "Base" as const, "Ethereum" as const),
    min_tvl: fc.constantFrom(0, 1e6, 1e7, 8e7),
    min_apy: maybe(fc.constantFrom(1, 4.5)),
    max_apy: maybe(fc.constantFrom(12, 100)),
    exposure: fc.constantFrom("any" as const, "single" as const),
    il: fc.constantFrom("any" as const, "none" as const),
    project: maybe(fc.constantFrom("aave-v3")),
    sort: fc.constantFrom("risk_adjusted" as const, "tvl" as const),
    limit: fc.constantFrom(1, 5, 20),
    cursor: fc.constant(undefined),
  })
  const usual = fc.constant(yieldsContract.queryParams.parse({}))
  let narrowed = 0
  await fc.assert(
    fc.asyncProperty(anyPools, fc.oneof(usual, anyQuery), anyQuery, async (pools, from, to) => {
      if (pools.length === 0) return
      const deps = {
        pools: reads(pools, poolsNowMs),
        trust: reads(trustData, poolsNowMs),
        treasuryBill: { read: async () => null },
        nowMs: poolsNowMs,
        mode: "live" as const,
      }
      const owned = yieldsContract.response.parse(await getYields(from, deps))
      const found = narrow(yieldsRows, owned, { from, to })
      if (found === null) return
      const { stablecoin, bluechip, filters_applied } = await getYields(to, deps)
      const { answer, isComplete } = found
      expect(answer.stablecoin).toEqual(isComplete ? stablecoin : stablecoin.slice(0, answer.stablecoin.length))
      expect(answer.bluechip).toEqual(isComplete ? bluechip : bluechip.slice(0, answer.bluechip.length))
      expect(answer.filters_applied).toEqual(filters_applied)
      if (isComplete) narrowed += 1
    }),
    { numRuns: 600 },
  )
  expect(narrowed).toBeGreaterThan(10)
})

const prices: AssetPriceFeed = { hourly: async () => null }
const geoDeps = (news: Parameters<typeof reads>[0]) =>
  ({ news: reads(news, newsNowMs), prices, nowMs: newsNowMs, mode: "live" }) as unknown as Parameters<
    typeof getGeoEvents
  >[1]

test("events filtered in the browser are those that the service sells, with their totals", async () => {
  const anyQuery = fc.record({
    hours: fc.constantFrom(1, 24, 72, 168),
    since: maybe(fc.constantFrom(12, 60, 300).map((hours) => new Date(newsNowMs - hours * HOUR_MS).toISOString())),
    category: maybe(fc.constantFrom("WAR" as const, "CHOKEPOINT" as const)),
    min_severity: fc.constantFrom("LOW" as const, "MEDIUM" as const, "HIGH" as const),
    asset: maybe(fc.constantFrom("OIL" as const)),
    limit: fc.constantFrom(1, 2, 25),
  })
  let narrowed = 0
  await fc.assert(
    fc.asyncProperty(anyNews, anyQuery, anyQuery, async (news, from, to) => {
      const owned = geoEventsContract.response.parse(await getGeoEvents(from, geoDeps(news)))
      const found = narrow(geoEventsRows, owned, { from, to })
      if (found === null) return
      const { events, total, summary } = await getGeoEvents(to, geoDeps(news))
      const { answer, isComplete } = found
      expect(answer.events).toEqual(isComplete ? events : events.slice(0, answer.events.length))
      if (isComplete) narrowed += 1
      if (isComplete && owned.events.length === owned.total && total <= to.limit) {
        expect({ total: answer.total, summary: answer.summary }).toEqual({ total, summary })
      }
    }),
    { numRuns: 200 },
  )
  expect(narrowed).toBeGreaterThan(20)
})

test("alerts filtered in the browser are those that the service sells; it alone says that there is none", async () => {
  const anyQuery = fc.record({
    hours: fc.constantFrom(1, 6, 24),
    min_severity: fc.constantFrom("HIGH" as const, "CRITICAL" as const),
  })
  await fc.assert(
    fc.asyncProperty(anyNews, anyQuery, anyQuery, async (news, from, to) => {
      const owned = geoAlertContract.response.parse(await getGeoAlert(from, geoDeps(news)))
      const found = narrow(geoAlertRows, owned, { from, to })
      if (found === null) return
      expect(found).toEqual({ answer: await getGeoAlert(to, geoDeps(news)), isComplete: true })
    }),
    { numRuns: 200 },
  )
})

test("every endpoint that sells a list with a filter says how owned rows are filtered", () => {
  const filtered = answerContracts.filter(
    ({ queryParams }) => "limit" in queryParams.shape || "min_severity" in queryParams.shape,
  )
  for (const { id } of filtered) expect(Object.keys(narrowings)).toContain(id)
})
