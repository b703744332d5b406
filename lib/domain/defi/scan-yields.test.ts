import fc from "fast-check"
import { expect, test } from "vitest"
import { DAY_MS } from "@/lib/domain/utc-day"
import { assetClassOf, hasKnownLegs } from "./asset-class"
import { flagsOf } from "./pool-flags"
import { apySigmaPp, lockupDays, rewardSharePct, riskAdjustedApyPct, stabilityOf } from "./pool-metrics"
import { assessPoolRisk } from "./pool-risk"
import { scanYields, type YieldFilter } from "./scan-yields"
import { anyPools, trustData, nowMs, pool, protocol } from "@/tools/testing/domain/defi/pools"
import { indexTrust } from "./trust"
import { isCursor, pageOf, type RankedPool, readCursor, writeCursor, type YieldCursor } from "./yield-page"

const everything: YieldFilter = {
  assetClass: null,
  chain: null,
  minTvlUsd: 1e6,
  minApyPct: null,
  maxApyPct: null,
  exposure: null,
  withoutIl: false,
  project: null,
  sort: "risk_adjusted",
}

test("each pool is in one list or counted under the first reason that applies", () => {
  const scan = scanYields(
    [
      pool("good"),
      pool("blue", { symbol: "WETH-WSTETH", isStablecoin: false }),
      pool("far", { chain: "Gnosis", isOutlier: true }),
      pool("odd", { isOutlier: true, apyPct: null }),
      pool("none", { apyPct: null }),
      pool("zero", { apyPct: 0 }),
      pool("absurd", { apyPct: 1000.1 }),
      pool("small", { tvlUsd: 999_999 }),
      pool("new", { historyDays: 13 }),
      pool("meme", { symbol: "PEPE", isStablecoin: false }),
      pool("high", { apyPct: 20 }),
    ],
    { ...everything, maxApyPct: 10 },
  )
  expect(scan.stablecoin.map(({ poolId }) => poolId)).toEqual(["good"])
  expect(scan.bluechip.map(({ poolId }) => poolId)).toEqual(["blue"])
  expect(scan).toMatchObject({
    scanned: 11,
    eligible: 2,
    excluded: { chain: 1, outlier: 1, apy_zero_or_absurd: 3, low_tvl: 1, short_history: 1, asset_class: 1, filter: 1 },
  })
  expect(scan.chains.find(({ chain }) => chain === "Ethereum")?.scannedPools).toBe(10)
  expect(scan.chains.find(({ chain }) => chain === "Avalanche")).toMatchObject({ scannedPools: 0, bestApyPct: null })
  expect(scan.benchmark, "over sound pools, the buyer's limits aside").toEqual({
    medianStablePct: 5,
    tvlWeightedStablePct: 5,
  })
})

test("the benchmark does not depend on the request's parameters", () => {
  const tvlUsd = fc.constantFrom(0, 1e6, 5e7, 1e12)
  fc.assert(
    fc.property(anyPools, tvlUsd, tvlUsd, (pools, one, other) => {
      const [first, second] = [one, other].map((minTvlUsd) => scanYields(pools, { ...everything, minTvlUsd }))
      expect([first?.benchmark, first?.chains]).toEqual([second?.benchmark, second?.chains])
    }),
  )
})

test("scanned equals eligible plus excluded, lists are sorted, and the input's order does not matter", () => {
  const filter = fc.record({
    assetClass: fc.constantFrom(null, "stablecoin" as const),
    chain: fc.constantFrom(null, "Base" as const),
    sort: fc.constantFrom("risk_adjusted" as const, "apy" as const, "tvl" as const),
    withoutIl: fc.boolean(),
  })
  fc.assert(
    fc.property(anyPools, filter, (pools, rest) => {
      const wish = { ...everything, ...rest }
      const scan = scanYields(pools, wish)
      const excluded = Object.values(scan.excluded).reduce((total, count) => total + count, 0)
      expect(scan.eligible + excluded).toBe(pools.length)
      expect(scan.eligible).toBe(scan.stablecoin.length + scan.bluechip.length)
      expect(scanYields(pools.toReversed(), wish)).toEqual(scan)
      const ranked = scan.stablecoin.map(riskAdjustedApyPct)
      if (rest.sort === "risk_adjusted") expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
    }),
  )
})

test("pages of any size and order together have each pool once", () => {
  const sorts = fc.constantFrom("risk_adjusted" as const, "apy" as const, "tvl" as const)
  fc.assert(
    fc.property(anyPools, sorts, fc.integer({ min: 1, max: 5 }), (pools, sort, limit) => {
      const scan = scanYields(pools, { ...everything, sort })
      const read: { stablecoin: RankedPool[]; bluechip: RankedPool[] } = { stablecoin: [], bluechip: [] }
      let cursor: string | null = null
      do {
        if (cursor !== null) expect([isCursor(cursor), readCursor(cursor).sort]).toEqual([true, sort])
        const page = pageOf(scan, { sort, limit, after: cursor === null ? null : readCursor(cursor) })
        read.stablecoin.push(...page.stablecoin)
        read.bluechip.push(...page.bluechip)
        cursor = page.next && writeCursor(page.next)
      } while (cursor !== null)
      for (const name of ["stablecoin", "bluechip"] as const) {
        expect(read[name].map(({ pool: { poolId } }) => poolId)).toEqual(scan[name].map(({ poolId }) => poolId))
        expect(read[name].map(({ rank }) => rank)).toEqual(scan[name].map((_, index) => index + 1))
      }
    }),
  )
})

test("a pool that disappears between two pages hides no other pool", () => {
  const pools = [5, 4, 3, 2].map((apyPct) => pool(`p${apyPct}`, { apyPct, apyMean30dPct: apyPct }))
  const ask = (from: typeof pools, after: YieldCursor | null) =>
    pageOf(scanYields(from, everything), { sort: "risk_adjusted", limit: 2, after })
  const { next } = ask(pools, null)
  const later = ask(
    pools.filter(({ poolId }) => poolId !== "p4"),
    next,
  )
  expect(later.stablecoin.map(({ pool: { poolId }, rank }) => [poolId, rank])).toEqual([
    ["p3", 2],
    ["p2", 3],
  ])
})

test("the risk-adjusted yield uses the lower of today's yield and the mean", () => {
  expect(riskAdjustedApyPct(pool("x", { apyPct: 9, apyMean30dPct: 6, returnSigmaPct: 0.5 }))).toBe(4)
  expect(riskAdjustedApyPct(pool("x", { apyPct: 6, apyMean30dPct: null, returnSigmaPct: null }))).toBe(3)
})

test("reward share and stability are computed, and null when unknown", () => {
  expect(rewardSharePct(pool("x", { apyPct: 8, apyBasePct: 6, apyRewardPct: 2 }))).toBe(25)
  expect(rewardSharePct(pool("x"))).toBe(0)
  expect(rewardSharePct(pool("x", { apyBasePct: null }))).toBeNull()
  // At a mean of 5% a point of deviation is a σ of 1 / (√365 · 1.05) = 0.04985.
  expect(stabilityOf(pool("x", { returnSigmaPct: 2.49 * 0.04985 }))).toBe("STABLE")
  expect(stabilityOf(pool("x", { returnSigmaPct: 2.51 * 0.04985 }))).toBe("MIXED")
  expect(stabilityOf(pool("x", { returnSigmaPct: 9.99 * 0.04985 }))).toBe("MIXED")
  expect(stabilityOf(pool("x", { returnSigmaPct: 10.01 * 0.04985 }))).toBe("VOLATILE")
  expect(stabilityOf(pool("x", { returnSigmaPct: null }))).toBeNull()
})

test.each([
  { yields: [3, 3.2, 2.9, 3.1], stability: "STABLE" },
  { yields: [5, 35], stability: "MIXED" },
  { yields: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 12], stability: "VOLATILE" },
])("the deviation of the history $yields is computed from the provider's statistics", ({ yields, stability }) => {
  const history = Array.from({ length: 60 }, () => yields).flat()
  const returns = history.map((apy) => (1 + apy / 100) ** (1 / 365) - 1)
  const { mean, sigma } = momentsOf(returns)
  const provided = pool("x", {
    apyMeanPct: ((1 + mean) ** 365 - 1) * 100,
    returnSigmaPct: sigma * Math.sqrt(365) * 100,
  })
  const apart = apySigmaPp(provided) / momentsOf(history).sigma
  expect(apart).toBeGreaterThan(0.95)
  expect(apart).toBeLessThan(1.05)
  expect(stabilityOf(provided)).toBe(stability)
})

function momentsOf(values: readonly number[]): { readonly mean: number; readonly sigma: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, sigma: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) }
}

test("lock-ups are read from the pool's note", () => {
  expect(lockupDays({ poolMeta: "7 days unstaking" }, nowMs)).toBe(7)
  expect(lockupDays({ poolMeta: "For buying PT-sUSDE-26NOV2026" }, nowMs)).toBe(6)
  expect(lockupDays({ poolMeta: "26NOV2025" }, nowMs)).toBe(0)
  expect(lockupDays({ poolMeta: "CL100 - 0.0108%" }, nowMs)).toBeNull()
})

test("a pool is blue-chip only when every token is", () => {
  expect(assetClassOf({ symbol: "wstETH-WETH", isStablecoin: false })).toBe("bluechip")
  expect(assetClassOf({ symbol: "USDC-CBBTC", isStablecoin: false })).toBeNull()
  expect(hasKnownLegs({ symbol: "USDC-CBBTC", isStablecoin: false })).toBe(true)
  expect(hasKnownLegs({ symbol: "USDC-PEPE", isStablecoin: false })).toBe(false)
})

const trusted = indexTrust(trustData)("aave-v3")

test("a deep, old, audited pool has grade A without contributors", () => {
  expect(assessPoolRisk(pool("x"), trusted, nowMs)).toMatchObject({ grade: "A", score: 0, unknown: [] })
})

test("risk points match a hand calculation", () => {
  const doubtful = pool("x", {
    tvlUsd: 9e6,
    historyDays: 100,
    apyPct: 10,
    apyBasePct: 6,
    apyRewardPct: 4,
    hasIlRisk: true,
  })
  const trust = indexTrust({ protocols: [protocol("aave-v3", { auditGrade: 1, isFork: true })], hacks: [] })("aave-v3")
  const { contributors, score, grade } = assessPoolRisk(doubtful, trust, nowMs)
  expect(Object.fromEntries(contributors.map(({ key, points }) => [key, points]))).toEqual({
    tvl: 10,
    history: 6,
    audits: 8,
    age: 0,
    hacks: 0,
    reward_share: 6,
    volatility: 0,
    il: 5,
    fork: 5,
  })
  expect([score, grade]).toEqual([40, "C"])
})

test("an unknown fact counts as its worst case and limits the grade", () => {
  const unlisted = indexTrust(trustData)("somebody")
  const risk = assessPoolRisk(pool("x"), unlisted, nowMs)
  expect(risk).toMatchObject({ unknown: ["audits", "age", "fork"], score: 31, grade: "C" })
  const nothing = assessPoolRisk(pool("x", { returnSigmaPct: null }), indexTrust(null)("aave-v3"), nowMs)
  expect(nothing).toMatchObject({ grade: null, score: 60 })
})

test("no fact scores below its best value, and an unknown fact scores at least as high as a known one", () => {
  fc.assert(
    fc.property(anyPools, (pools) => {
      for (const one of pools) {
        const known = assessPoolRisk(one, trusted, nowMs)
        const unknown = assessPoolRisk(one, indexTrust(null)("aave-v3"), nowMs)
        expect(unknown.score).toBeGreaterThanOrEqual(known.score)
        expect(known.score).toBe(known.contributors.reduce((total, { points }) => total + points, 0))
        expect(known.score).toBeLessThanOrEqual(100)
      }
    }),
  )
})

test("an exploit within two years limits the grade to D for every version", () => {
  const hackedAt = (days: number) =>
    indexTrust({ ...trustData, hacks: [{ name: "Aave V2", atMs: nowMs - days * DAY_MS, amountUsd: null }] })("aave-v3")
  expect(assessPoolRisk(pool("x"), hackedAt(700), nowMs)).toMatchObject({ grade: "D", score: 46 })
  expect(flagsOf(pool("x"), hackedAt(700), nowMs)).toEqual(["PROTOCOL_HACKED"])
  expect(assessPoolRisk(pool("x"), hackedAt(731), nowMs)).toMatchObject({ grade: "A", score: 8 })
})

test("a worse grade has a higher score, and the contributors sum to the score", () => {
  fc.assert(
    fc.property(anyPools, fc.constantFrom(100, 700, 900, null), (pools, hackDays) => {
      const hacks = hackDays === null ? [] : [{ name: "Aave V2", atMs: nowMs - hackDays * DAY_MS, amountUsd: null }]
      const grades = ["A", "B", "C", "D", "E"]
      const risks = pools.flatMap((one) =>
        [indexTrust({ ...trustData, hacks })("aave-v3"), indexTrust({ ...trustData, hacks })("unlisted")].map((trust) =>
          assessPoolRisk(one, trust, nowMs),
        ),
      )
      for (const { grade, score, contributors } of risks) {
        expect(score).toBe(contributors.reduce((total, { points }) => total + points, 0))
        for (const other of risks) {
          if (grade === null || other.grade === null || grade === other.grade) continue
          expect(score < other.score).toBe(grades.indexOf(grade) < grades.indexOf(other.grade))
        }
      }
    }),
    { numRuns: 50 },
  )
})

const gmx = [
  protocol("gmx-v1-perps", { id: "337", parentId: "parent#gmx", name: "GMX V1 Perps", tvlUsd: 1e8 }),
  protocol("gmx-v2-perps", { id: "3365", parentId: "parent#gmx", name: "GMX V2 Perps", tvlUsd: 3e8 }),
]
const curve = [
  protocol("curve-dex", { id: "3", parentId: "parent#curve-finance", name: "Curve DEX", tvlUsd: 2e9 }),
  protocol("curve-llamalend", { id: "4", parentId: "parent#curve-finance", name: "Curve LlamaLend", tvlUsd: 1e8 }),
]
const atMs = nowMs - 100 * DAY_MS

test.each([
  ["by id", { name: "GMX", atMs, amountUsd: 4e7, protocolId: "337" }, "gmx-v2-perps"],
  ["by parent", { name: "GMX V1 Perps", atMs, amountUsd: 4e7, parentId: "parent#gmx" }, "gmx-v2-perps"],
  ["by parent", { name: "Curve DEX", atMs, amountUsd: 7e7, parentId: "parent#curve-finance" }, "curve-llamalend"],
  ["by name", { name: "GMX V1 Perps", atMs, amountUsd: 4e7, protocolId: "no such id" }, "gmx-v1-perps"],
])("an exploit counts for every version of a protocol, matched %s: %o", (_, hack, slug) => {
  const trust = indexTrust({ protocols: [...gmx, ...curve], hacks: [hack] })(slug)
  expect(flagsOf(pool("x"), trust, nowMs)).toContain("PROTOCOL_HACKED")
})

test("an exploit is weighted by its net loss relative to the TVL", () => {
  const detailOf = (amountUsd: number | null, returnedUsd: number | null) => {
    const hacks = [{ name: "GMX V1 Perps", atMs, amountUsd, returnedUsd, protocolId: "337", parentId: "parent#gmx" }]
    const trust = indexTrust({ protocols: gmx, hacks })("gmx-v2-perps")
    const found = assessPoolRisk(pool("x"), trust, nowMs).contributors.find(({ key }) => key === "hacks")
    return [(found?.points ?? 0) >= 20, found?.detail, trust.lastHackMs]
  }
  expect(detailOf(4.2e7, 3.75e7)).toEqual([
    true,
    "exploited 100 days ago, net loss $4.5 m (1.1% of the value locked)",
    atMs,
  ])
  expect(detailOf(4.2e7, 4.2e7)).toEqual([false, "exploited 100 days ago, all funds returned", null])
  expect(detailOf(2e6, null)).toEqual([
    false,
    "exploited 100 days ago, net loss $2.0 m (0.5% of the value locked)",
    null,
  ])
  expect(detailOf(null, null)).toEqual([true, "exploited 100 days ago, loss unknown", atMs])
})

test("without a list of exploits a protocol's exploits are unknown, and its audits stay known", () => {
  const risk = assessPoolRisk(pool("x"), indexTrust({ protocols: gmx, hacks: null })("gmx-v2-perps"), nowMs)
  expect(risk.unknown).toEqual(["hacks"])
})

test("flags are computed from facts", () => {
  const bad = pool("x", {
    apyPct: 30,
    apyBasePct: 10,
    apyRewardPct: 20,
    apyMean30dPct: 10,
    historyDays: 20,
    tvlChange7dPct: -30,
    hasIlRisk: true,
    outlook: { class: "DOWN", probabilityPct: 60, confidence: 2 },
    poolMeta: "7 days unstaking",
  })
  const unaudited = indexTrust({ protocols: [protocol("aave-v3", { auditGrade: 0, auditLinks: 0 })], hacks: [] })
  expect(flagsOf(bad, unaudited("aave-v3"), nowMs)).toEqual([
    "REWARD_HEAVY",
    "NEW_POOL",
    "APY_SPIKE",
    "TVL_DROP",
    "UNAUDITED",
    "IL",
    "OUTLOOK_DOWN",
    "LOCKUP",
  ])
  expect(flagsOf(pool("x"), indexTrust(null)("aave-v3"), nowMs)).toEqual([])
})
