import fc from "fast-check"
import { expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { mergeTokens } from "./merge-tokens"
import { scanTokens, type TokenFilter } from "./scan-tokens"
import type { DexPair, TokenScan } from "./token-scan"
import { measuresOf, scoreToken } from "./token-score"
import { nowMs, pair, scan, security } from "@/tools/testing/domain/dex/tokens"

const everything: TokenFilter = {
  chain: null,
  minLiquidityUsd: 0,
  minAgeHours: null,
  maxAgeHours: null,
  includeBoosted: true,
  excludeFlags: [],
  verdict: null,
}

function score(one: DexPair, boostAmount: number | null = null) {
  const token = { pair: one, boostAmount, trendingRank: null, security: security(one.address) }
  return scoreToken(token, measuresOf(one, nowMs), false)
}

function only(one: DexPair, rest: Partial<TokenScan> = {}) {
  return scanTokens(scan([one], rest), everything, nowMs).tokens[0]
}

function codes(one: DexPair, rest: Partial<TokenScan> = {}) {
  return only(one, rest)?.flags.map(({ code, severity }) => `${code} ${severity}`)
}

test("a score matches a hand calculation", () => {
  expect(score(pair("a"))).toEqual({
    score: 82.5,
    parts: { liquidity: 30, volume: 10, flow: 7.5, age: 10, momentum: 15, transparency: 10 },
    penalties: [],
  })
  const poor = pair("b", {
    liquidityUsd: 10_000,
    volumeH24Usd: 600_000,
    fdvUsd: 2_000_001,
    pairCreatedAtMs: nowMs - 24 * HOUR_MS,
    priceChangePct: { m5: null, h1: -30.1, h6: 5, h24: 5 },
    hasSocial: null,
    communityReports: 3,
    buysH24: 51,
    sellsH24: 0,
  })
  expect(score(poor, 10)).toEqual({
    score: 0,
    parts: { liquidity: 0, volume: 0, flow: 15, age: 5, momentum: 0, transparency: 5 },
    penalties: [
      { flag: "LOW_LIQUIDITY", points: 30 },
      { flag: "FDV_LIQ", points: 15 },
      { flag: "PAID_BOOST", points: 5 },
      { flag: "REPORTED", points: 15 },
      { flag: "NO_SELLS", points: 40 },
    ],
  })
})

test("unknown facts add no points", () => {
  const unknown = pair("a", {
    priceChangePct: { m5: null, h1: null, h6: null, h24: null },
    liquidityUsd: null,
    volumeH24Usd: null,
    fdvUsd: null,
    pairCreatedAtMs: null,
    buysH24: null,
    sellsH24: null,
    hasWebsite: null,
    hasSocial: null,
    communityReports: null,
  })
  expect(Object.values(score(unknown).parts)).toEqual([0, 0, 0, 0, 0, 0])
})

test("unique wallets count instead of trades when they are known", () => {
  expect(score(pair("a", { buyersH24: 65, sellersH24: 35 })).parts.flow).toBe(15)
  expect(score(pair("a", { buyersH24: 40, sellersH24: 60 })).parts.flow).toBe(0)
})

test("a boosted token loses points and is flagged as advertising", () => {
  const boosted = only(pair("a"), { boosts: [{ chain: "base", address: "a", amount: 10 }] })
  expect(boosted).toMatchObject({ boostAmount: 10, score: 57.5 })
  expect(boosted?.flags).toEqual([
    { code: "PAID_BOOST", severity: "INFO", evidence: "10 boosts bought: paid advertising" },
  ])
})

test("an unchecked token is NOT_CHECKED, a clean token WATCH, a partly checked token CAUTION", () => {
  expect(only(pair("a"))).toMatchObject({ verdict: "NOT_CHECKED" })
  expect(only(pair("a"))?.unknown).toHaveLength(17)
  expect(only(pair("a"), { security: [security("a")] })).toMatchObject({ verdict: "WATCH", unknown: [] })
  const half = only(pair("a"), { security: [security("a", { lpLockedPct: null })] })
  expect(half).toMatchObject({ verdict: "CAUTION", unknown: ["lpLockedPct"] })
})

test("a dangerous token is AVOID at any score", () => {
  const avoidFacts = [
    { balanceModifiable: true },
    { selfDestruct: true },
    { honeypot: true },
    { honeypotSameCreator: true },
    { sellTaxPct: 51 },
    { top10Pct: 81 },
  ]
  for (const fact of avoidFacts) expect(only(pair("a"), { security: [security("a", fact)] })?.verdict).toBe("AVOID")
  expect(only(pair("a", { buysH24: 51, sellsH24: 0 }), { security: [security("a")] })?.verdict).toBe("AVOID")
})

test("flags are set by their thresholds", () => {
  expect(codes(pair("a", { volumeH24Usd: 50_000_001 }))).toEqual(["WASH_VOLUME WARN"])
  expect(codes(pair("a", { liquidityUsd: 19_999, volumeH24Usd: 0, fdvUsd: null }))).toEqual(["LOW_LIQUIDITY WARN"])
  expect(codes(pair("a", { pairCreatedAtMs: nowMs - 23 * HOUR_MS }))).toEqual(["NEW_PAIR INFO"])
  expect(codes(pair("a", { pairCreatedAtMs: null }))).toEqual(["NEW_PAIR WARN"])
  expect(codes(pair("a", { hasWebsite: false, hasSocial: null }))).toEqual(["NO_LINKS INFO"])
  const warned = security("a", { buyTaxPct: 11, mintable: true, freezable: true, lpLockedPct: 49, top10Pct: 51 })
  expect(codes(pair("a"), { security: [warned] })).toEqual([
    "HIGH_TAX WARN",
    "MINTABLE WARN",
    "FREEZABLE WARN",
    "LP_UNLOCKED WARN",
    "CONCENTRATED WARN",
  ])
})

test.each([
  [{ sellLimited: true }, "SELL_LIMITED WARN"],
  [{ taxModifiable: true }, "TAX_MODIFIABLE WARN"],
  [{ ownershipReclaimable: true }, "OWNER_RETURNS WARN"],
  [{ hiddenOwner: true }, "OWNER_RETURNS WARN"],
  [{ openSource: false }, "CLOSED_SOURCE WARN"],
  [{ balanceModifiable: true }, "BALANCE_MODIFIABLE DANGER"],
  [{ selfDestruct: true }, "SELF_DESTRUCT DANGER"],
])("%j sets the flag %s", (fact, flag) => {
  expect(codes(pair("a"), { security: [security("a", fact)] })).toEqual([flag])
})

test.each([
  [false, "no website and no social account"],
  [null, "no website or social account is known"],
])("links that are %s give the evidence %s", (has, evidence) => {
  const token = only(pair("a", { hasWebsite: has, hasSocial: has }))
  expect(token?.flags).toEqual([{ code: "NO_LINKS", severity: "INFO", evidence }])
})

test("the shallower of two tokens with one symbol on one chain is a copycat", () => {
  const pairs = [
    pair("real", { symbol: "DOG" }),
    pair("fake", { symbol: "dog", liquidityUsd: 50_000 }),
    pair("other", { symbol: "DOG", chain: "solana", liquidityUsd: 5_000_000 }),
  ]
  const copies = scanTokens(scan(pairs), everything, nowMs).tokens.filter(({ flags }) =>
    flags.some(({ code }) => code === "COPYCAT"),
  )
  expect(copies.map((token) => token.pair.address)).toEqual(["fake"])
})

test.each(["ՍSDT", "USDТ", "USDT\u200B", "ＵＳＤＴ", "usdt"])(
  "%j is a copycat of a major coin that is not in the scan",
  (symbol) => {
    const fake = pair("0x00000000000000000000000000000000000000aa", { symbol, chain: "ethereum" })
    expect(only(fake)?.flags.find(({ code }) => code === "COPYCAT")?.evidence).toContain("looks like USDT")
    const real = pair("0xdAC17F958D2ee523a2206206994597C13D831ec7", { symbol: "USDT", chain: "ethereum" })
    expect(codes(real)).not.toContain("COPYCAT WARN")
  },
)

test("symbols similar to a token in the scan are copycats, and other symbols are not", () => {
  const pairs = [pair("real", { symbol: "PEPE" }), pair("fake", { symbol: "РЕРЕ", liquidityUsd: 30_000 })]
  const copies = scanTokens(scan(pairs), everything, nowMs).tokens.filter(({ flags }) =>
    flags.some(({ code }) => code === "COPYCAT"),
  )
  expect(copies.map((token) => token.pair.address)).toEqual(["fake"])
  expect(codes(pair("a", { symbol: "DAL", chain: "ethereum" }))).not.toContain("COPYCAT WARN")
})

test("a token of two providers is merged with its deepest pair and each known fact", () => {
  const [token, ...rest] = mergeTokens(
    scan(
      [
        pair("0xAB", { liquidityUsd: 5, pairAddress: "thin" }),
        pair("0xab", { liquidityUsd: 90, pairAddress: "deep", hasSocial: null }),
        pair("0xAb", { liquidityUsd: 80, pairAddress: "DEEP", buyersH24: 7, sellersH24: 3, communityReports: 6 }),
      ],
      { trending: [{ chain: "base", address: "0xAB", rank: 4 }] },
    ),
  )
  expect(rest).toEqual([])
  expect(token).toMatchObject({ trendingRank: 4, pair: { liquidityUsd: 90, buyersH24: 7, communityReports: 6 } })
})

const anyPair = fc
  .record({
    address: fc.constantFrom("0xa", "0xA", "b", "c", "d"),
    chain: fc.constantFrom("base", "solana"),
    liquidityUsd: fc.constantFrom(null, 0, 15_000, 400_000, 4e6),
    volumeH24Usd: fc.constantFrom(null, 0, 1e5, 9e7),
    buysH24: fc.constantFrom(null, 0, 60),
    sellsH24: fc.constantFrom(null, 0, 60),
    days: fc.constantFrom(null, 0, 1, 30),
    communityReports: fc.constantFrom(null, 5),
  })
  .map(({ address, days, ...rest }) =>
    pair(address, { ...rest, symbol: "X", pairCreatedAtMs: days === null ? null : nowMs - days * DAY_MS }),
  )

test("scores are sums within 0 and 100, every token is counted, and order does not matter", () => {
  const filter = fc.record({
    minLiquidityUsd: fc.constantFrom(0, 20_000),
    maxAgeHours: fc.constantFrom(null, 48),
    verdict: fc.constantFrom(null, "AVOID" as const),
  })
  fc.assert(
    fc.property(fc.array(anyPair, { maxLength: 10 }), filter, (pairs, limits) => {
      const result = scanTokens(scan(pairs), { ...everything, ...limits }, nowMs)
      const excluded = Object.values(result.excluded).reduce((total, count) => total + count, 0)
      expect(result.tokens.length + excluded).toBe(result.scored)
      expect(scanTokens(scan(pairs.toReversed()), { ...everything, ...limits }, nowMs)).toEqual(result)
      for (const { score: points, parts, penalties, verdict, security: checked } of result.tokens) {
        const sum =
          Object.values(parts).reduce((total, part) => total + part, 0) -
          penalties.reduce((total, penalty) => total + penalty.points, 0)
        expect(points).toBeCloseTo(Math.min(100, Math.max(0, sum)), 6)
        expect(checked === null && verdict === "WATCH", "unknown is never safe").toBe(false)
      }
    }),
  )
})

test("a promoted copy whose contract nobody checked scores 35 at most, and the score is parts minus penalties", () => {
  const original = pair("original", { symbol: "ABC", liquidityUsd: 1e9 })
  const copy = pair("copy", { symbol: "ABC", liquidityUsd: 9e8, volumeH24Usd: 3e9, buysH24: 900, sellsH24: 100 })
  const [, second] = scanTokens(
    scan([original, copy], { boosts: [{ chain: "base", address: "copy", amount: 30 }] }),
    everything,
    nowMs,
  ).tokens
  expect(second?.penalties).toEqual([
    { flag: "PAID_BOOST", points: 5 },
    { flag: "COPYCAT", points: 40 },
    { flag: "NOT_CHECKED", points: 20 },
  ])
  expect(Object.values(second?.parts ?? {}).reduce((sum, points) => sum + points, 0)).toBe(100)
  expect(second?.score).toBe(35)
})
