import { z } from "zod"
import { isYieldChain } from "@/lib/domain/defi/asset-class"
import type { PoolFeed, TrustBook, TrustFeed, YieldPool } from "@/lib/domain/defi/yield-pool"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createDefiLlamaYields } from "@/lib/sources/defillama/yields-client"
import { createCachedFeed } from "./cached-feed"
import type { FeedPorts, ManagedFeed } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type DefiFeeds = ReturnType<typeof createDefiFeeds>

/** TVL by pool on one day: what the change over a week is told from. */
type TvlDay = { readonly dayMs: number; readonly tvlUsd: Readonly<Record<string, number>> }
type Held = { readonly pools: readonly YieldPool[]; readonly days: readonly TvlDay[] }

/** Nobody is shown a smaller pool, so its past is not kept. */
const LEAST_TVL_USD = 1_000_000
const WEEK_DAYS = 7

const nullable = z.number().nullable()
const StoredPool = z.object({
  poolId: z.string(),
  project: z.string(),
  chain: z.string(),
  symbol: z.string(),
  poolMeta: z.string().nullable(),
  tvlUsd: z.number(),
  tvlChange7dPct: nullable,
  apyPct: nullable,
  apyBasePct: nullable,
  apyRewardPct: nullable,
  apyMean30dPct: nullable,
  apyChange7dPp: nullable,
  apyMeanPct: nullable,
  apySigmaPct: nullable,
  historyDays: z.number(),
  isStablecoin: z.boolean(),
  hasIlRisk: z.boolean().nullable(),
  exposure: z.enum(["single", "multi"]).nullable(),
  outlook: z.object({
    class: z.enum(["STABLE_UP", "DOWN"]).nullable(),
    probabilityPct: nullable,
    confidence: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
  }),
  isOutlier: z.boolean(),
  rewardTokens: z.array(z.string()),
  underlyingTokens: z.array(z.string()),
})
const StoredHeld = z.object({
  pools: z.array(StoredPool),
  days: z.array(z.object({ dayMs: z.number(), tvlUsd: z.record(z.string(), z.number()) })),
})
const grade = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
const StoredTrust = z.object({
  protocols: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      auditGrade: grade.nullable(),
      auditLinks: z.number(),
      listedAtMs: nullable,
      isFork: z.boolean().nullable(),
    }),
  ),
  hacks: z.array(z.object({ name: z.string(), atMs: z.number(), amountUsd: nullable })),
})

/** Yield pools of every chain, and what is known about their protocols. */
export function createDefiFeeds({ http, clock, store }: FeedPorts) {
  const source = createDefiLlamaYields({ http, clock })
  const held = createCachedFeed<Held>({
    readers: [
      {
        name: source.name,
        async read(previous) {
          const { value: pools, asOfMs } = await source.pools()
          const days = withToday(previous?.value.days ?? [], pools, asOfMs)
          return { value: { pools: withChange(pools, days, asOfMs), days }, asOfMs }
        },
      },
    ],
    clock,
    maxAgeMs: 12 * HOUR_MS,
    pauseMs: HOUR_MS,
    store: createSqlValueStore(store, "pools", (json) => StoredHeld.parse(json)),
  })
  const pools: PoolFeed & ManagedFeed = {
    refreshIfDue: () => held.refreshIfDue(),
    reload: () => held.reload(),
    status: () => held.status(),
    async read() {
      const current = await held.read()
      return current && { ...current, value: current.value.pools }
    },
  }
  const trust: TrustFeed & ManagedFeed = createCachedFeed<TrustBook>({
    readers: [{ name: source.name, read: () => source.trust() }],
    clock,
    maxAgeMs: 3 * DAY_MS,
    pauseMs: 6 * HOUR_MS,
    store: createSqlValueStore(store, "trust", (json) => StoredTrust.parse(json)),
  })
  return { pools, trust }
}

/** The days so far, and today's where it is not among them. A little more than a week is kept. */
function withToday(days: readonly TvlDay[], pools: readonly YieldPool[], nowMs: number): readonly TvlDay[] {
  const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  const kept = days.filter((day) => day.dayMs >= dayMs - (WEEK_DAYS + 1) * DAY_MS)
  if (kept.some((day) => day.dayMs === dayMs)) return kept
  const worth = pools.filter(({ tvlUsd, chain }) => tvlUsd >= LEAST_TVL_USD && isYieldChain(chain))
  return [...kept, { dayMs, tvlUsd: Object.fromEntries(worth.map(({ poolId, tvlUsd }) => [poolId, tvlUsd])) }]
}

function withChange(pools: readonly YieldPool[], days: readonly TvlDay[], nowMs: number): readonly YieldPool[] {
  const wantedMs = Math.floor(nowMs / DAY_MS) * DAY_MS - WEEK_DAYS * DAY_MS
  const before = days.find(({ dayMs }) => dayMs === wantedMs)
  if (before === undefined) return pools
  return pools.map((pool) => {
    const then = before.tvlUsd[pool.poolId]
    return then === undefined ? pool : { ...pool, tvlChange7dPct: (pool.tvlUsd / then - 1) * 100 }
  })
}
