import fc from "fast-check"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { Protocol, TrustData, YieldPool } from "@/lib/domain/defi/yield-pool"

export const nowMs = Date.UTC(2026, 10, 20, 12)

/** A sound stablecoin pool that every profile accepts; every field can be overridden. */
export function pool(poolId: string, rest: Partial<YieldPool> = {}): YieldPool {
  return {
    poolId,
    project: "aave-v3",
    chain: "Ethereum",
    symbol: "USDC",
    poolMeta: null,
    tvlUsd: 200e6,
    tvlChange7dPct: null,
    apyPct: 5,
    apyBasePct: 5,
    apyRewardPct: null,
    apyMean30dPct: 5,
    apyChange7dPp: 0,
    apyMeanPct: 5,
    returnSigmaPct: 0.05,
    historyDays: 400,
    isStablecoin: true,
    hasIlRisk: false,
    exposure: "single",
    outlook: { class: null, probabilityPct: null, confidence: null },
    isOutlier: false,
    rewardTokens: [],
    underlyingTokens: [],
    ...rest,
  }
}

export function protocol(slug: string, rest: Partial<Protocol> = {}): Protocol {
  const listedAtMs = nowMs - 1000 * DAY_MS
  return { slug, name: slug, auditGrade: 2, auditLinks: 1, listedAtMs, isFork: false, ...rest }
}

export const projects = ["aave-v3", "compound-v3", "maple", "morpho", "spark"] as const

export const trustData: TrustData = { protocols: projects.map((slug) => protocol(slug)), hacks: [] }

/** Up to 40 pools of every quality, each with its own id. */
export const anyPools: fc.Arbitrary<readonly YieldPool[]> = fc
  .array(
    fc.record({
      project: fc.constantFrom(...projects),
      chain: fc.constantFrom("Ethereum", "Base", "Solana", "Gnosis"),
      symbol: fc.constantFrom("USDC", "WETH-WSTETH", "PEPE", "USDC-WETH"),
      tvlUsd: fc.constantFrom(5e5, 3e6, 2e7, 8e7, 2e9),
      apyPct: fc.constantFrom(null, 0, 2, 4.5, 12, 28, 90, 5000),
      apyMean30dPct: fc.constantFrom(null, 3, 10, 80),
      apyRewardPct: fc.constantFrom(null, 1),
      returnSigmaPct: fc.constantFrom(null, 0.05, 0.5, 3),
      historyDays: fc.constantFrom(5, 40, 100, 400),
      isStablecoin: fc.boolean(),
      hasIlRisk: fc.constantFrom(true, false, null),
      exposure: fc.constantFrom("single" as const, "multi" as const, null),
      isOutlier: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((raw) => raw.map((rest, index) => pool(`pool-${index}`, rest)))
