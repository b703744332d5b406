import { assetClassOf, hasKnownLegs, isYieldChain } from "./asset-class"
import { apySigmaPp, expectedApyPct, returnSigmaPct, rewardSharePct, riskAdjustedApyPct } from "./pool-metrics"
import { assessPoolRisk, type PoolRisk } from "./pool-risk"
import type { Constraints } from "./profile"
import { daysSince, type Trust } from "./trust"
import type { YieldPool } from "./yield-pool"

/** A pool that meets every limit of a profile, with the values of its selection. Yields in percent per year. */
export type Candidate = {
  readonly pool: YieldPool
  readonly risk: PoolRisk
  readonly expectedApyPct: number
  readonly riskAdjustedApyPct: number
  readonly apySigmaPp: number
  readonly returnSigmaPct: number
  /** Unnormalised share of the money. */
  readonly weight: number
}

export function toCandidate(pool: YieldPool, trust: Trust, nowMs: number): Candidate {
  const adjusted = riskAdjustedApyPct(pool)
  return {
    pool,
    risk: assessPoolRisk(pool, trust, nowMs),
    expectedApyPct: expectedApyPct(pool),
    riskAdjustedApyPct: adjusted,
    apySigmaPp: apySigmaPp(pool),
    returnSigmaPct: returnSigmaPct(pool),
    weight: adjusted / (1 + returnSigmaPct(pool)),
  }
}

/**
 * The first limit that a pool exceeds, as text; `null` when the pool is within all limits. An unknown value exceeds its
 * limit.
 */
export function findObstacle(pool: YieldPool, trust: Trust, limits: Constraints, nowMs: number): string | null {
  return yieldObstacle(pool, limits) ?? assetObstacle(pool, limits) ?? trustObstacle(trust, limits, nowMs)
}

function yieldObstacle(pool: YieldPool, limits: Constraints): string | null {
  const share = rewardSharePct(pool)
  if (!isYieldChain(pool.chain)) return `chain ${pool.chain} is not scanned`
  if (pool.isOutlier) return "marked as an outlier by the provider"
  if (pool.apyPct === null || expectedApyPct(pool) <= 0) return "no yield"
  if (pool.apyPct > limits.maxApyPct) return `yield above ${limits.maxApyPct}%`
  if (pool.tvlUsd < limits.minTvlUsd) return `less than $${limits.minTvlUsd / 1e6} m locked`
  if (pool.historyDays < limits.minHistoryDays) return `history shorter than ${limits.minHistoryDays} days`
  if (limits.maxRewardSharePct === null) return null
  if (share === null) return "split of the yield unknown"
  return share > limits.maxRewardSharePct ? `more than ${limits.maxRewardSharePct}% paid in reward tokens` : null
}

function assetObstacle(pool: YieldPool, limits: Constraints): string | null {
  const isKnown = hasKnownLegs(pool)
  if (limits.exposure === "single" && pool.exposure !== "single") return "more than one asset"
  if (limits.ilAllowed !== "any" && pool.hasIlRisk !== false && !(limits.ilAllowed === "known_legs" && isKnown)) {
    return pool.hasIlRisk === null ? "impermanent loss unknown" : "impermanent loss"
  }
  if (limits.assets === "stablecoin_or_bluechip" && assetClassOf(pool) === null) return "no stablecoin or blue-chip"
  return limits.assets === "known_legs" && !isKnown ? "an asset that is neither stablecoin nor blue-chip" : null
}

function trustObstacle({ isKnown, protocol, lastHackMs }: Trust, limits: Constraints, nowMs: number): string | null {
  const ageDays = daysSince(protocol?.listedAtMs ?? null, nowMs)
  const hackDays = daysSince(lastHackMs, nowMs)
  if (!isKnown) return "record of exploits unknown"
  if (hackDays !== null && hackDays <= limits.hackFreeDays) {
    return `protocol exploited within ${limits.hackFreeDays} days`
  }
  if (limits.minProtocolAgeDays === null) return null
  if (ageDays === null) return "age of the protocol unknown"
  return ageDays < limits.minProtocolAgeDays ? `protocol younger than ${limits.minProtocolAgeDays} days` : null
}
