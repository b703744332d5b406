import fc from "fast-check"
import { expect, test } from "vitest"
import { round } from "@/lib/domain/round"
import { DAY_MS } from "@/lib/domain/utc-day"
import { allocatePercents } from "./allocate"
import { feeBudgetOf, reasonsOf, triggersOf } from "./advice"
import { findObstacle, toCandidate } from "./candidate"
import { profiles, RISK_PROFILES } from "./profile"
import { recommend, type RecommendRequest } from "./recommend"
import { expectedYieldUsd } from "./portfolio"
import { dominates } from "./select-candidates"
import { anyPools, trustData, nowMs, pool, protocol } from "@/tools/testing/domain/defi/pools"
import { indexTrust } from "./trust"

const trustOf = indexTrust(trustData)
const moderate: RecommendRequest = {
  risk: "moderate",
  amountUsd: 10_000,
  horizonDays: 365,
  chains: null,
  excludeProjects: [],
}

test("shares follow the weights up to their limits, in a hand-computed case", () => {
  const claim = (weight: number, ...groups: string[]) => ({ weight, maxPct: 100, groups })
  expect(allocatePercents([claim(1), claim(3)], () => 100)).toEqual([25, 75])
  expect(allocatePercents([claim(3, "a"), claim(1, "b")], () => 40)).toEqual([40, 40])
  expect(allocatePercents([claim(8, "a"), claim(1, "b"), claim(1, "c")], () => 40)).toEqual([40, 30, 30])
  expect(allocatePercents([claim(1), claim(1), claim(1)], () => 100)).toEqual([34, 33, 33])
  expect(allocatePercents([{ weight: 1, maxPct: 2.5, groups: [] }, claim(1)], () => 100)).toEqual([2, 98])
  expect(allocatePercents([], () => 100)).toEqual([])
})

test("no limit is exceeded, and cash remains only when no pool can take a whole percent more", () => {
  const claims = fc.array(
    fc.record({
      weight: fc.double({ min: 0.001, max: 100, noNaN: true }),
      maxPct: fc.constantFrom(0.4, 7.5, 33.3, 100),
      groups: fc.tuple(fc.constantFrom("p1", "p2", "p3"), fc.constantFrom("c1", "c2")),
    }),
    { maxLength: 7 },
  )
  fc.assert(
    fc.property(claims, (some) => {
      const maxPctOf = (group: string) => (group.startsWith("p") ? 40 : 60)
      const percents = allocatePercents(some, maxPctOf)
      const held = (group: string) =>
        percents.reduce((total, pct, index) => (some[index]?.groups.some((g) => g === group) ? total + pct : total), 0)
      const total = percents.reduce((sum, pct) => sum + pct, 0)
      expect(total).toBeLessThanOrEqual(100)
      for (const [index, { maxPct, groups }] of some.entries()) {
        const pct = percents[index] ?? -1
        expect(Number.isInteger(pct) && pct >= 0 && pct <= maxPct).toBe(true)
        const room = Math.min(maxPct - pct, ...groups.map((group) => maxPctOf(group) - held(group)))
        expect(room).toBeGreaterThanOrEqual(0)
        if (total < 100) expect(room).toBeLessThan(1)
      }
    }),
  )
})

test("a strategy of three protocols on two chains matches a hand calculation", () => {
  const strategy = recommend(
    [
      pool("a", { project: "aave-v3" }),
      pool("b", { project: "compound-v3" }),
      pool("c", { project: "maple", chain: "Base" }),
    ],
    trustOf,
    moderate,
    nowMs,
  )
  expect(strategy.positions.map(({ weightPct, amountUsd }) => [weightPct, amountUsd])).toEqual([
    [40, 4000],
    [30, 3000],
    [30, 3000],
  ])
  expect(strategy.positions[0]?.candidate.pool.poolId, "Base takes what Ethereum may not").toBe("c")
  expect(strategy).toMatchObject({ status: "OK", cashPct: 0, cashUsd: 0, eligible: 3 })
  expect(strategy.portfolio).toMatchObject({
    blendedApyPct: 5,
    blendedApyHaircutPct: 5,
    expectedApyPct: 5,
    expectedYieldUsd: 500,
    rangeApy80Pct: [3.7146, 6.2854],
    projects: 3,
    chains: 2,
    maxProjectPct: 40,
    maxChainPct: 60,
    stablecoinPct: 100,
  })
  expect(strategy.worstCase).toEqual({ lossUsd: 4000, lossPct: 40, monthsToRecover: 96 })
})

test("a year earns the yield, and two half periods earn what the whole period earns", () => {
  const days = fc.constantFrom(7, 30, 90, 365)
  const earned = (apyPct: number, amountUsd: number, horizonDays: number) => {
    const one = pool("x", { apyPct, apyMean30dPct: null })
    const candidate = toCandidate(one, trustOf(one.project), nowMs)
    return expectedYieldUsd({ candidate, weightPct: 100, amountUsd }, horizonDays)
  }
  expect(earned(100, 10_000, 30), "doubled in a year: 2^(30/365) in a month").toBeCloseTo(586.25, 2)
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1000, noNaN: true }), days, (apyPct, horizonDays) => {
      expect(earned(apyPct, 1, 365)).toBeCloseTo(apyPct / 100, 9)
      const half = earned(apyPct, 1, horizonDays / 2)
      expect(half + earned(apyPct, 1 + half, horizonDays / 2)).toBeCloseTo(earned(apyPct, 1, horizonDays), 9)
    }),
  )
})

test("with one protocol 60 percent stay in cash, because limits are not relaxed", () => {
  const alone = recommend([pool("a")], trustOf, moderate, nowMs)
  expect(alone).toMatchObject({ status: "PARTIAL", cashPct: 60, cashUsd: 6000 })
  expect(recommend([], trustOf, moderate, nowMs)).toMatchObject({
    status: "NO_CANDIDATES",
    cashPct: 100,
    worstCase: { lossUsd: 0, lossPct: 0, monthsToRecover: null },
  })
})

test("with one selected chain the whole amount can go to that chain and to no other", () => {
  const pools = ["aave-v3", "compound-v3", "maple"].map((project) => pool(project, { project, chain: "Base" }))
  const strategy = recommend(
    [...pools, pool("x", { project: "spark" })],
    trustOf,
    { ...moderate, chains: ["Base"] },
    nowMs,
  )
  expect(strategy).toMatchObject({ status: "OK", cashPct: 0, constraints: { maxChainPct: 100, maxProtocolPct: 40 } })
  expect(strategy.positions.every(({ candidate }) => candidate.pool.chain === "Base")).toBe(true)
})

test("a protocol excluded without a version is excluded in all versions", () => {
  const pools = ["aave-v2", "aave-v3", "aavegotchi"].map((project) => pool(project, { project }))
  const left = (excludeProjects: readonly string[]) =>
    recommend(pools, trustOf, { ...moderate, excludeProjects }, nowMs).positions.map(
      ({ candidate }) => candidate.pool.project,
    )
  expect(left(["aave"])).toEqual(["aavegotchi"])
  expect(left(["aave-v2"]).toSorted()).toEqual(["aave-v3", "aavegotchi"])
})

test("a large amount takes at most a tenth of a pool", () => {
  const pools = ["aave-v3", "compound-v3", "maple"].map((project) =>
    pool(project, { project, chain: "Base", tvlUsd: 20e6 }),
  )
  const strategy = recommend(pools, trustOf, { ...moderate, chains: ["Base"], amountUsd: 10e6 }, nowMs)
  expect(strategy.positions.map(({ weightPct }) => weightPct)).toEqual([20, 20, 20])
  expect(strategy.cashPct).toBe(40)
})

test("a large amount goes to large pools instead of six small pools", () => {
  const on = (index: number) => ["Ethereum", "Base", "Solana"][index % 3] ?? "Base"
  const named = (kind: string, rest: Parameters<typeof pool>[1]) =>
    ["aave-v3", "compound-v3", "maple", "morpho", "spark", "sky"].map((project, index) =>
      pool(`${kind}-${project}`, { project, chain: on(index), ...rest }),
    )
  const small = named("small", { tvlUsd: 10e6, apyPct: 7, apyMean30dPct: 7 })
  const large = named("large", { tvlUsd: 100e6, apyPct: 5, apyMean30dPct: 5 })
  const placed = (amountUsd: number) => {
    const strategy = recommend([...small, ...large], trustOf, { ...moderate, amountUsd }, nowMs)
    const kinds = strategy.positions.map(({ candidate }) => candidate.pool.poolId.split("-")[0])
    return { ...strategy, kinds: new Set(kinds) }
  }
  expect(placed(10_000)).toMatchObject({ kinds: new Set(["small"]), cashPct: 0 })
  const rich = placed(10e6)
  expect(rich).toMatchObject({ kinds: new Set(["large"]), cashPct: 0, status: "OK" })
  expect(rich.runnersUp[0]?.reason).toBe(
    "it may take 10% of the amount, and 6 pools with more yield on what they may take are in",
  )
})

test("for any pools weights and cents add up, limits hold, and dominated or excluded pools are out", () => {
  const wish = fc.record({
    risk: fc.constantFrom(...RISK_PROFILES),
    amountUsd: fc.integer({ min: 10_000, max: 1_000_000_000 }).map((cents) => cents / 100),
    horizonDays: fc.constantFrom(7, 365),
    chains: fc.constantFrom(null, null, ["Base" as const], ["Base" as const, "Ethereum" as const]),
    excludeProjects: fc.subarray(["maple", "spark"]),
  })
  fc.assert(
    fc.property(anyPools, wish, (pools, asked) => {
      const strategy = recommend(pools, trustOf, asked, nowMs)
      const { positions, constraints, portfolio, runnersUp } = strategy
      const placed = new Set(positions.map(({ candidate }) => candidate.pool.poolId))
      expect(runnersUp.some(({ candidate }) => placed.has(candidate.pool.poolId))).toBe(false)
      expect(runnersUp.length).toBe(Math.min(5, strategy.eligible - positions.length))
      const weights = positions.reduce((total, { weightPct }) => total + weightPct, strategy.cashPct)
      const cents = positions.reduce((total, { amountUsd }) => total + Math.round(amountUsd * 100), 0)
      expect(weights).toBe(100)
      expect(cents + Math.round(strategy.cashUsd * 100)).toBe(Math.round(asked.amountUsd * 100))
      const earned = positions.map((position) => round(expectedYieldUsd(position, asked.horizonDays), 2))
      const earnedUsd = earned.reduce((total, usd) => total + usd, 0)
      expect(portfolio.expectedYieldUsd, "the sum of what is said of each").toBe(round(earnedUsd, 2))
      const [low, high] = portfolio.rangeApy80Pct
      expect(low).toBeLessThanOrEqual(portfolio.expectedApyPct)
      expect(high).toBeGreaterThanOrEqual(portfolio.expectedApyPct)
      expect(portfolio.blendedApyPct).toBeGreaterThanOrEqual(portfolio.expectedApyPct)
      expect(portfolio.maxProjectPct).toBeLessThanOrEqual(40)
      expect(portfolio.maxChainPct).toBeLessThanOrEqual(constraints.maxChainPct)
      expect(recommend(pools.toReversed(), trustOf, asked, nowMs)).toEqual(strategy)
      for (const { candidate } of positions) {
        const { project, chain } = candidate.pool
        expect(asked.excludeProjects).not.toContain(project)
        expect(findObstacle(candidate.pool, trustOf(project), constraints, nowMs)).toBeNull()
        const alternatives = pools.filter(
          (other) =>
            other.project === project &&
            other.chain === chain &&
            findObstacle(other, trustOf(project), constraints, nowMs) === null,
        )
        expect(alternatives.some((other) => dominates(toCandidate(other, trustOf(project), nowMs), candidate))).toBe(
          false,
        )
      }
    }),
    { numRuns: 200 },
  )
})

test.each([
  [{ apyPct: 16, apyMean30dPct: 16 }, "yield above 15%"],
  [{ tvlUsd: 49e6 }, "less than $50 m locked"],
  [{ historyDays: 179 }, "history shorter than 180 days"],
  [{ apyBasePct: 3, apyRewardPct: 2 }, "more than 25% paid in reward tokens"],
  [{ apyBasePct: null }, "split of the yield unknown"],
  [{ hasIlRisk: true }, "impermanent loss"],
  [{ hasIlRisk: null }, "impermanent loss unknown"],
  [{ exposure: null }, "more than one asset"],
  [{ symbol: "PEPE", isStablecoin: false }, "no stablecoin or blue-chip"],
  [{ project: "nobody" }, "age of the protocol unknown"],
  [{ isOutlier: true }, "marked as an outlier by the provider"],
  [{ chain: "Gnosis" }, "chain Gnosis is not scanned"],
  [{}, null],
] as const)("conservative money meets %o: %s", (rest, reason) => {
  const one = pool("x", rest)
  expect(findObstacle(one, trustOf(one.project), profiles.conservative, nowMs)).toBe(reason)
})

test("an exploit excludes a protocol for the profile's period", () => {
  const hacked = indexTrust({ ...trustData, hacks: [{ name: "Aave", atMs: nowMs - 300 * DAY_MS, amountUsd: 1e6 }] })
  const blocked = RISK_PROFILES.map((risk) => findObstacle(pool("x"), hacked("aave-v3"), profiles[risk], nowMs))
  expect(blocked).toEqual(["protocol exploited within 730 days", "protocol exploited within 365 days", null])
  expect(findObstacle(pool("x"), indexTrust(null)("aave-v3"), profiles.aggressive, nowMs)).toBe(
    "record of exploits unknown",
  )
})

test("a young protocol needs the moderate profile, a pair with an unknown token the aggressive one", () => {
  const young = indexTrust({ protocols: [protocol("aave-v3", { listedAtMs: nowMs - 364 * DAY_MS })], hacks: [] })
  const reasons = (one: ReturnType<typeof pool>) =>
    RISK_PROFILES.map((risk) => findObstacle(one, young("aave-v3"), profiles[risk], nowMs))
  expect(reasons(pool("x"))).toEqual(["protocol younger than 365 days", null, null])
  const pair = { symbol: "USDC-PEPE", isStablecoin: false, hasIlRisk: true, exposure: "multi" } as const
  expect(reasons(pool("x", pair))).toEqual(["more than one asset", "impermanent loss", null])
  expect(reasons(pool("x", { ...pair, symbol: "USDC-WETH" }))[1]).toBeNull()
})

test("excluded high yields are named with a reason, highest first", () => {
  const { notableRejections } = recommend(
    [pool("a"), pool("high", { apyPct: 80 }), pool("thin", { apyPct: 90, tvlUsd: 9e5 }), pool("mid", { apyPct: 31 })],
    trustOf,
    moderate,
    nowMs,
  )
  expect(notableRejections.map(({ pool: { poolId }, reason }) => [poolId, reason])).toEqual([
    ["high", "yield above 30%"],
    ["mid", "yield above 30%"],
  ])
})

test("the runner-up pools are named with the reason why they are out", () => {
  const { positions, runnersUp } = recommend(
    [
      ...["a", "b", "c"].map((id, index) => pool(id, { returnSigmaPct: 0.1 * index, tvlUsd: (30 + 10 * index) * 1e6 })),
      pool("worse", { tvlUsd: 20e6, returnSigmaPct: 0.4 }),
      pool("other", { project: "maple", chain: "Base" }),
    ],
    trustOf,
    moderate,
    nowMs,
  )
  expect(positions.map(({ candidate }) => candidate.pool.poolId).toSorted()).toEqual(["a", "b", "other"])
  expect(runnersUp.map(({ candidate, reason }) => [candidate.pool.poolId, reason])).toEqual([
    ["c", "2 better pools of aave-v3 are in"],
    ["worse", "USDC of the same protocol is at least as good in yield, dispersion, depth and risk"],
  ])
})

test("without a 30-day mean, reason and trigger use today's yield", () => {
  const { positions } = recommend([pool("a", { apyMean30dPct: null })], trustOf, moderate, nowMs)
  expect(positions.flatMap(reasonsOf)).toContain("5% a year as of today, the 30-day mean unknown")
  expect(triggersOf(positions, (project) => project)[0]?.condition).toBe("below 2.5%, half of today's")
})

test("a pool whose own weight is too small does not get limits as its reason", () => {
  const rich = ["aave-v3", "compound-v3", "maple"].map((project, index) =>
    pool(project, { project, chain: index === 0 ? "Base" : "Ethereum", apyPct: 25, apyMean30dPct: 25 }),
  )
  const poor = pool("poor", { project: "spark", chain: "Solana", apyPct: 0.05, apyMean30dPct: 0.05 })
  const { runnersUp } = recommend([...rich, poor], trustOf, moderate, nowMs)
  expect(runnersUp.map(({ candidate, reason }) => [candidate.pool.poolId, reason])).toEqual([
    ["poor", "beside better pools no whole percent is left for it"],
  ])
})

test("fee budget and triggers are computed from the positions", () => {
  const { positions } = recommend([pool("a"), pool("b", { project: "maple", chain: "Base" })], trustOf, moderate, nowMs)
  expect(feeBudgetOf(positions, 365)).toMatchObject({
    chain: "Ethereum",
    transactions: 2,
    breakevenUsdPerTransaction: 100,
  })
  expect(feeBudgetOf([], 365)).toBeNull()
  expect(triggersOf(positions, (project) => project)[0]).toEqual({
    poolId: positions[0]?.candidate.pool.poolId,
    metric: "apy",
    condition: "below 2.5%, half of its 30-day mean",
  })
})
