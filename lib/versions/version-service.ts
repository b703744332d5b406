import { createHash, randomBytes } from "node:crypto"
import { z } from "zod"
import type { ResponseOf } from "@/lib/api/contract"
import { contractByVersionKey, VERSION_KEYS, versionKeyOf } from "@/lib/endpoints"
import type { versionsContract } from "@/lib/endpoints/versions/contract"
import { isOver } from "@/lib/domain/clock"
import { formatUsdc } from "@/lib/domain/usdc"
import { isoTime, MINUTE_MS } from "@/lib/domain/utc-day"
import { type Feeds, feedRevision, managedFeeds } from "@/lib/market/feeds/all-feeds"
import type { ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import { createSqlValueStore } from "@/lib/market/feeds/sql-value-store"
import { lockForTransaction } from "@/lib/store/dialect"
import type { Store } from "@/lib/store/open-store"
import { advanceVersions, type ResourceVersion } from "@/lib/usecases/resource-versions"
import { readVersionInputs, type VersionInputPorts } from "./version-inputs"

type Versions = ResponseOf<typeof versionsContract>

/** All callers within this time get the same answer, even when a feed has a new value. */
const CACHE_MS = 5_000

const StoredVersions = z.array(
  z.object({
    path: z.string(),
    version: z.number(),
    commitment: z.string(),
    nonce: z.string(),
    dataAsOfMs: z.number(),
    changedAtMs: z.number(),
    isCurrent: z.boolean().default(false),
    committed: z.unknown().optional(),
    partDigests: z.record(z.string(), z.string()).optional(),
    changes: z
      .array(z.object({ version: z.number(), parts: z.array(z.string()).readonly() }))
      .readonly()
      .optional(),
  }),
)

/** The feeds, which another process may know newer values of. */
type Reloaded = { readonly candles: ManagedCandleFeed; readonly feeds: Feeds }

export type VersionServicePorts = VersionInputPorts & Reloaded & { readonly store: Store }

export type VersionService = {
  /** The newest version of everything that is sold. Cached for 5 seconds. */
  versions(): Promise<Versions>
  /**
   * The version that an answer made just now would have; `null` for a URL without versions. Unlike `versions()` it is never
   * older than the newest value of a feed.
   */
  exactVersion(url: string): Promise<Versions["versions"][string] | null>
}

type Cached = {
  readonly atMs: number
  /** Revision of the feeds when the computation began. */
  readonly revision: number
  readonly answer: Promise<Versions>
}

/** Computes versions of the sold resources and counts them in the shared store. */
export function createVersionService(ports: VersionServicePorts): VersionService {
  let cached: Cached | null = null
  /** Time of this process's last write to the store. */
  let lastWriteMs: number | null = null

  function isFresh({ atMs }: Cached): boolean {
    return !isOver({ sinceMs: atMs, lengthMs: CACHE_MS, nowMs: Date.now() })
  }

  /** Within a minute and one feed revision an answer cannot change; ages and distances to events change with the minute. */
  function isExact({ atMs, revision }: Cached): boolean {
    return minuteOf(atMs) === minuteOf(Date.now()) && revision === feedRevision(ports)
  }

  /** Computations run one after another, because two at the same time would commit twice to one decision. */
  function recompute(): Promise<Versions> {
    const previous = cached?.answer ?? Promise.resolve(null)
    const nowMs = Date.now()
    const answer = previous.catch(() => null).then(() => compute(nowMs))
    cached = { atMs: nowMs, revision: feedRevision(ports), answer }
    // A failed computation is not cached.
    answer.catch(() => {
      if (cached?.answer === answer) cached = null
    })
    return answer
  }

  async function compute(nowMs: number): Promise<Versions> {
    const last = await storedVersions(ports.store).load()
    // Another process wrote last and may know newer feed values. Versions computed from older ones would change back.
    if (last !== null && last.fetchedAtMs !== lastWriteMs) await reloadFeeds(ports)
    const decisions = await readVersionInputs(ports, nowMs)
    const versions = await ports.store.transaction().execute(async (tx) => {
      // Two processes at the same time would commit twice to one decision.
      await lockForTransaction(tx, "resource_versions")
      const stored = await storedVersions(tx).load()
      const value = advanceVersions(
        stored?.value ?? [],
        decisions,
        {
          nowMs,
          nonce: () => randomBytes(16).toString("hex"),
          sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
        },
        VERSION_KEYS,
      )
      // Later than the previous write whatever the clocks say, because the next write continues from this one.
      const fetchedAtMs = Math.max(nowMs, (stored?.fetchedAtMs ?? 0) + 1)
      await storedVersions(tx).save({ value: [...value], source: "signal402", asOfMs: nowMs, fetchedAtMs })
      lastWriteMs = fetchedAtMs
      return value
    })
    return { versions: Object.fromEntries(versions.flatMap(toEntry)), timestamp: isoTime(nowMs) }
  }

  return {
    async versions() {
      return cached !== null && (isFresh(cached) || isExact(cached)) ? cached.answer : recompute()
    },
    async exactVersion(url) {
      const { versions } = await (cached !== null && isExact(cached) ? cached.answer : recompute())
      return versions[versionKeyOf(url)] ?? null
    },
  }
}

/** `"17-2c26b46b68ffc68f"`: the version and the start of its commitment. */
export function entityTagOf({ version, commitment }: Pick<ResourceVersion, "version" | "commitment">): string {
  return `"${version}-${commitment.slice(0, 16)}"`
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS)
}

function storedVersions(store: Store) {
  return createSqlValueStore(store, "resource_versions", (json) => StoredVersions.parse(json))
}

async function reloadFeeds({ candles, feeds }: Reloaded): Promise<void> {
  await Promise.all([candles.reload(), ...managedFeeds(feeds).map(([, feed]) => feed.reload())])
}

function toEntry({ path, version, commitment, dataAsOfMs, changedAtMs, isCurrent, changes = [] }: ResourceVersion) {
  const product = contractByVersionKey.get(path)
  if (product === undefined) return []
  const times = { data_as_of: isoTime(dataAsOfMs), changed_at: isoTime(changedAtMs) }
  const status = isCurrent ? ("current" as const) : ("unavailable" as const)
  const changed = changes.length > 0 ? { changes: changes.map((one) => ({ ...one, parts: [...one.parts] })) } : {}
  return [[path, { version, commitment, ...times, price_usdc: formatUsdc(product.price), status, ...changed }] as const]
}
