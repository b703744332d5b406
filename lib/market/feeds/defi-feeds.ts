import { z } from "zod"
import { isOver } from "@/lib/domain/clock"
import { chainsWithoutPools } from "@/lib/domain/defi/asset-class"
import type { PoolFeed, TrustData, TrustFeed, YieldPool } from "@/lib/domain/defi/yield-pool"
import { inputLimits } from "@/lib/domain/freshness"
import { createDefiLlamaYields } from "@/lib/market/sources/defillama/yields-client"
import { createCachedFeed } from "./cached-feed"
import { permitted, type FeedPorts, type ManagedFeed } from "./feed-ports"
import { createPoolHistory } from "./pool-history"
import { createSqlValueStore } from "./sql-value-store"

export type DefiFeeds = ReturnType<typeof createDefiFeeds>

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
  returnSigmaPct: nullable,
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
const StoredPools = z.array(StoredPool)
const grade = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
const StoredTrust = z.object({
  protocols: z.array(
    z.object({
      id: z.string().nullable().exactOptional(),
      parentId: z.string().nullable().exactOptional(),
      tvlUsd: nullable.exactOptional(),
      slug: z.string(),
      name: z.string(),
      auditGrade: grade.nullable(),
      auditLinks: z.number(),
      listedAtMs: nullable,
      isFork: z.boolean().nullable(),
    }),
  ),
  hacks: z
    .array(
      z.object({
        name: z.string(),
        atMs: z.number(),
        amountUsd: nullable,
        returnedUsd: nullable.exactOptional(),
        protocolId: z.string().nullable().exactOptional(),
        parentId: z.string().nullable().exactOptional(),
      }),
    )
    .nullable(),
  hacksAsOfMs: z.number().exactOptional(),
})

/** Yield pools of every chain, and facts about their protocols. */
export function createDefiFeeds({ http, clock, store, ...rights }: FeedPorts) {
  const sources = permitted(rights, [createDefiLlamaYields({ http, clock })])
  const history = createPoolHistory(store)
  const list = createCachedFeed<readonly YieldPool[]>({
    readers: sources.map((source) => ({
      name: source.name,
      async read() {
        const { value, asOfMs } = await source.pools()
        return { value: await history.follow(value, asOfMs), asOfMs }
      },
    })),
    clock,
    maxAgeMs: inputLimits.pools.maxAgeMs,
    minIntervalMs: inputLimits.pools.everyMs,
    store: createSqlValueStore(store, "pools", (json) => StoredPools.parse(json)),
  })
  const pools: PoolFeed & ManagedFeed = {
    ...list,
    status: () => ({ ...list.status(), missing: missingChains(list.peek()?.value ?? null) }),
  }
  const trust: TrustFeed & ManagedFeed = createCachedFeed<TrustData>({
    readers: sources.map((source) => ({
      name: source.name,
      async read(previous) {
        const { value, asOfMs } = await source.trust()
        return { value: withKnownHacks(value, previous?.value ?? null, asOfMs), asOfMs }
      },
    })),
    clock,
    maxAgeMs: inputLimits.trust.maxAgeMs,
    minIntervalMs: inputLimits.trust.everyMs,
    store: createSqlValueStore(store, "trust", (json) => StoredTrust.parse(json)),
  })
  return { pools, trust }
}

/** Keeps the last list of exploits while it cannot be read, up to the maximum age of the feed. */
function withKnownHacks(book: TrustData, before: TrustData | null, nowMs: number): TrustData {
  if (book.hacks !== null) return { ...book, hacksAsOfMs: nowMs }
  const readMs = before?.hacksAsOfMs ?? Number.NEGATIVE_INFINITY
  if (!before?.hacks || isOver({ sinceMs: readMs, lengthMs: inputLimits.trust.maxAgeMs, nowMs })) return book
  return { ...book, hacks: before.hacks, hacksAsOfMs: readMs }
}

/** Names scanned chains without any pool: the provider may have renamed them. */
export function missingChains(pools: readonly YieldPool[] | null): string | null {
  const missing = pools === null ? [] : chainsWithoutPools(pools)
  return missing.length === 0 ? null : `no pools of ${missing.join(", ")}`
}
