import { median } from "@/lib/domain/statistics/moments"
import { assetClassOf, isYieldChain, YIELD_CHAINS, type AssetClass, type YieldChain } from "./asset-class"
import { expectedApyPct } from "./pool-metrics"
import { compareKeys, poolKey, type YieldSort } from "./pool-order"
import type { YieldPool } from "./yield-pool"

export const YIELDS_METHOD_VERSION = "yields-2026.11-4"

/** A yield above this is an accounting artefact, percent. */
export const ABSURD_APY_PCT = 1000
const MIN_HISTORY_DAYS = 14
/** The minimum TVL of a pool that counts for chains and benchmark, US dollars. */
const COUNTED_FROM_TVL_USD = 1e6

export const EXCLUSIONS = [
  "chain",
  "outlier",
  "apy_zero_or_absurd",
  "low_tvl",
  "short_history",
  "exploited",
  "asset_class",
  "filter",
] as const

export type Exclusion = (typeof EXCLUSIONS)[number]

/** The buyer's own limits; `null`: none. */
export type YieldFilter = {
  readonly assetClass: AssetClass | null
  readonly chain: YieldChain | null
  readonly minTvlUsd: number
  readonly minApyPct: number | null
  readonly maxApyPct: number | null
  readonly exposure: "single" | "multi" | null
  readonly withoutIl: boolean
  readonly project: string | null
  readonly sort: YieldSort
}

export type YieldScan = {
  readonly stablecoin: readonly YieldPool[]
  readonly bluechip: readonly YieldPool[]
  readonly scanned: number
  readonly eligible: number
  readonly excluded: Readonly<Record<Exclusion, number>>
  readonly chains: readonly ChainYields[]
  readonly benchmark: { readonly medianStablePct: number | null; readonly tvlWeightedStablePct: number | null }
}

/** `scannedPools` 0 means that the provider renamed or dropped the chain. */
export type ChainYields = {
  readonly chain: YieldChain
  readonly scannedPools: number
  readonly bestApyPct: number | null
  readonly medianApyPct: number | null
}

/**
 * Sorts every pool into the two lists or into one reason for leaving it out, so that `scanned` is `eligible` plus all
 * of `excluded`. Chains and benchmark count all sound pools, whatever the buyer's own limits. A pool of a protocol that
 * `isExploited` is not sound.
 */
export function scanYields(
  pools: readonly YieldPool[],
  filter: YieldFilter,
  isExploited: (pool: YieldPool) => boolean = () => false,
): YieldScan {
  const excluded: Record<Exclusion, number> = {
    chain: 0,
    outlier: 0,
    apy_zero_or_absurd: 0,
    low_tvl: 0,
    short_history: 0,
    exploited: 0,
    asset_class: 0,
    filter: 0,
  }
  const lists = { stablecoin: [] as YieldPool[], bluechip: [] as YieldPool[] }
  const sound: YieldPool[] = []
  for (const pool of pools) {
    const isHacked = isExploited(pool)
    const fault = faultOf(pool, filter.minTvlUsd) ?? (isHacked ? "exploited" : null)
    const assetClass = assetClassOf(pool)
    if (assetClass !== null && !isHacked && faultOf(pool, COUNTED_FROM_TVL_USD) === null) sound.push(pool)
    if (fault !== null) excluded[fault] += 1
    else if (assetClass === null) excluded.asset_class += 1
    else if (!isWanted(pool, assetClass, filter)) excluded.filter += 1
    else lists[assetClass].push(pool)
  }
  return {
    stablecoin: inOrder(lists.stablecoin, filter.sort),
    bluechip: inOrder(lists.bluechip, filter.sort),
    scanned: pools.length,
    eligible: lists.stablecoin.length + lists.bluechip.length,
    excluded,
    chains: YIELD_CHAINS.map((chain) => chainYields(chain, pools, sound)),
    benchmark: benchmarkOf(sound),
  }
}

/** Reason why a pool is not sound, `null` for a sound one. */
function faultOf(pool: YieldPool, minTvlUsd: number): Exclusion | null {
  const { apyPct } = pool
  if (!isYieldChain(pool.chain)) return "chain"
  if (pool.isOutlier) return "outlier"
  if (apyPct === null || apyPct <= 0 || apyPct > ABSURD_APY_PCT) return "apy_zero_or_absurd"
  if (pool.tvlUsd < minTvlUsd) return "low_tvl"
  return pool.historyDays < MIN_HISTORY_DAYS ? "short_history" : null
}

function isWanted(pool: YieldPool, assetClass: AssetClass, filter: YieldFilter): boolean {
  const apyPct = pool.apyPct ?? 0
  return (
    (filter.assetClass === null || filter.assetClass === assetClass) &&
    (filter.chain === null || filter.chain === pool.chain) &&
    (filter.minApyPct === null || apyPct >= filter.minApyPct) &&
    (filter.maxApyPct === null || apyPct <= filter.maxApyPct) &&
    (filter.exposure === null || filter.exposure === pool.exposure) &&
    (!filter.withoutIl || pool.hasIlRisk === false) &&
    (filter.project === null || filter.project === pool.project)
  )
}

/** Keys are worked out once per pool, not once per comparison. */
function inOrder(pools: readonly YieldPool[], sort: YieldSort): readonly YieldPool[] {
  const keyed = pools.map((pool) => ({ pool, key: poolKey(pool, sort) }))
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ pool }) => pool)
}

function chainYields(chain: YieldChain, pools: readonly YieldPool[], sound: readonly YieldPool[]): ChainYields {
  const yields = sound.filter((pool) => pool.chain === chain).map(expectedApyPct)
  return {
    chain,
    scannedPools: pools.filter((pool) => pool.chain === chain).length,
    bestApyPct: yields.length === 0 ? null : Math.max(...yields),
    medianApyPct: median(yields),
  }
}

function benchmarkOf(sound: readonly YieldPool[]): YieldScan["benchmark"] {
  const stable = sound.filter(({ isStablecoin }) => isStablecoin)
  const ordered = stable.toSorted((a, b) => (a.poolId < b.poolId ? -1 : 1))
  const tvlUsd = ordered.reduce((total, pool) => total + pool.tvlUsd, 0)
  const weighted = ordered.reduce((total, pool) => total + pool.tvlUsd * expectedApyPct(pool), 0)
  return {
    medianStablePct: median(ordered.map(expectedApyPct)),
    tvlWeightedStablePct: tvlUsd === 0 ? null : weighted / tvlUsd,
  }
}
