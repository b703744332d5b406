import { z } from "zod"
import { isYieldChain } from "@/lib/domain/defi/asset-class"
import type { YieldPool } from "@/lib/domain/defi/yield-pool"
import { DAY_MS, WEEK_MS } from "@/lib/domain/utc-day"
import type { Store } from "@/lib/store/open-store"
import type { ValueStore } from "./cached-feed"
import { createSqlValueStore } from "./sql-value-store"

/** Locked value by pool at one moment. */
type Snapshot = { readonly atMs: number; readonly tvlUsd: Readonly<Record<string, number>> }

const Snapshots = z.array(z.object({ atMs: z.number(), tvlUsd: z.record(z.string(), z.number()) }))

/** Smaller pools are not recorded: there are thousands, and one transfer can double them. */
const MIN_TVL_USD = 1_000_000
/** A snapshot of up to nine days ago may serve for the weekly change, which bridges missed days. */
const MAX_SNAPSHOT_AGE_MS = 9 * DAY_MS

export type PoolHistory = {
  /**
   * Adds the 7-day TVL change to the pools, and records today's values. Without a readable history the pools are
   * returned unchanged.
   */
  follow(pools: readonly YieldPool[], nowMs: number): Promise<readonly YieldPool[]>
}

/** One TVL snapshot a day, stored separately from the hourly pool list. */
export function createPoolHistory(store: Store): PoolHistory {
  const values = createSqlValueStore<readonly Snapshot[]>(store, "poolHistory", (json) => Snapshots.parse(json))
  return {
    async follow(pools, nowMs) {
      const held = await values.load().then((stored) => stored?.value ?? [], unknown)
      if (held === null) return pools
      // Snapshots dated in the future come from a wrong clock.
      const known = held.filter(({ atMs }) => atMs <= nowMs)
      await record(values, known, pools, nowMs).catch(unknown)
      return withChange(pools, known, nowMs)
    },
  }
}

/** Never overwrite a history that could not be read. */
function unknown(): null {
  return null
}

async function record(
  values: ValueStore<readonly Snapshot[]>,
  known: readonly Snapshot[],
  pools: readonly YieldPool[],
  nowMs: number,
): Promise<void> {
  const newestMs = known.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY
  if (Math.floor(newestMs / DAY_MS) >= Math.floor(nowMs / DAY_MS)) return
  const tracked = pools.filter(({ tvlUsd, chain }) => tvlUsd >= MIN_TVL_USD && isYieldChain(chain))
  const today = {
    atMs: nowMs,
    tvlUsd: Object.fromEntries(tracked.map(({ poolId, tvlUsd }) => [poolId, Math.round(tvlUsd)])),
  }
  const kept = known.filter(({ atMs }) => atMs >= nowMs - MAX_SNAPSHOT_AGE_MS)
  await values.save({ value: [...kept, today], source: "signal402", asOfMs: nowMs, fetchedAtMs: nowMs })
}

/** Against the newest snapshot that is at least a week old. */
function withChange(pools: readonly YieldPool[], known: readonly Snapshot[], nowMs: number): readonly YieldPool[] {
  const before = known.findLast(({ atMs }) => atMs <= nowMs - WEEK_MS && atMs >= nowMs - MAX_SNAPSHOT_AGE_MS)
  if (before === undefined) return pools
  return pools.map((pool) => {
    const then = before.tvlUsd[pool.poolId]
    return then === undefined ? pool : { ...pool, tvlChange7dPct: (pool.tvlUsd / then - 1) * 100 }
  })
}
