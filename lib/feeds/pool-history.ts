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

/** The past of a smaller pool is not kept: there are thousands, and a transfer doubles one. */
const MIN_TVL_USD = 1_000_000
/** A change over up to nine days is told as that of a week; days on which nothing could be read are bridged. */
const MAX_SNAPSHOT_AGE_MS = 9 * DAY_MS

export type PoolHistory = {
  /**
   * The pools with the change of their locked value over a week, and today's values on record. The list alone is an
   * answer: where the past cannot be read or written, no change is told.
   */
  follow(pools: readonly YieldPool[], nowMs: number): Promise<readonly YieldPool[]>
}

/** One snapshot a day of what is locked where, apart from the list itself, which is stored every hour. */
export function createPoolHistory(store: Store): PoolHistory {
  const values = createSqlValueStore<readonly Snapshot[]>(store, "poolHistory", (json) => Snapshots.parse(json))
  return {
    async follow(pools, nowMs) {
      const held = await values.load().then((stored) => stored?.value ?? [], unknown)
      if (held === null) return pools
      // What a clock that was ahead has dated later than now is no day before the next ones.
      const known = held.filter(({ atMs }) => atMs <= nowMs)
      await record(values, known, pools, nowMs).catch(unknown)
      return withChange(pools, known, nowMs)
    },
  }
}

/** What was not read is never written over: it may be whole. */
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
  const worth = pools.filter(({ tvlUsd, chain }) => tvlUsd >= MIN_TVL_USD && isYieldChain(chain))
  const today = {
    atMs: nowMs,
    tvlUsd: Object.fromEntries(worth.map(({ poolId, tvlUsd }) => [poolId, Math.round(tvlUsd)])),
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
