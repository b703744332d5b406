import { compareText } from "@/lib/domain/compare-text"
import { riskAdjustedApyPct } from "./pool-metrics"
import type { YieldPool } from "./yield-pool"

export const YIELD_SORTS = ["risk_adjusted", "apy", "tvl"] as const

export type YieldSort = (typeof YIELD_SORTS)[number]

/** A pool's position in an order: the largest value first, then the largest pool, then by id. */
export type PoolKey = { readonly value: number; readonly tvlUsd: number; readonly poolId: string }

export function poolKey(pool: YieldPool, sort: YieldSort): PoolKey {
  const { tvlUsd, poolId } = pool
  const value = { risk_adjusted: riskAdjustedApyPct, apy: apyOf, tvl: tvlOf }[sort](pool)
  return { value, tvlUsd, poolId }
}

/** Negative when `a` comes before `b`. */
export function compareKeys(a: PoolKey, b: PoolKey): number {
  return b.value - a.value || b.tvlUsd - a.tvlUsd || compareText(a.poolId, b.poolId)
}

function apyOf({ apyPct }: YieldPool): number {
  return apyPct ?? 0
}

function tvlOf({ tvlUsd }: YieldPool): number {
  return tvlUsd
}
