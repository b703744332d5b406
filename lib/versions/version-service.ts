import { createHash, randomBytes } from "node:crypto"
import { z } from "zod"
import type { ResponseOf } from "@/lib/api/contract"
import { contractByVersionKey, VERSION_KEYS, versionKeyOf } from "@/lib/endpoints"
import type { versionsContract } from "@/lib/endpoints/versions/contract"
import { isOver } from "@/lib/domain/clock"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { formatUsdc } from "@/lib/domain/usdc"
import { isoTime, MINUTE_MS } from "@/lib/domain/utc-day"
import { type Feeds, feedRevision, managedFeeds } from "@/lib/market/feeds/all-feeds"
import type { ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import { createSqlValueStore } from "@/lib/market/feeds/sql-value-store"
import { lockForTransaction } from "@/lib/store/dialect"
import type { Store } from "@/lib/store/open-store"
import { advanceVersions, type ResourceVersion } from "@/lib/usecases/resource-versions"
import { ownQueryOf, queryOf } from "./query-identity"
import { readQueryDecision, readVersionInputs, type VersionInputPorts } from "./version-inputs"

type Versions = ResponseOf<typeof versionsContract>

/** All callers within this time get the same answer, even when a feed has a new value. */
const CACHE_MS = 5_000

/** The length of a digest in an entity tag. */
const TAG_DIGITS = 16

/** The row whose nonce never changes. Tags of queries that no version decides use it. */
const QUERIES = "queries"

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
  /**
   * The entity tag of an answer made just now: `"17-2c26b46b68ffc68f"` without parameters, and with parameters
   * `"17-2c26b46b68ffc68f-9d3b1c0a5e7f1122"`, whose last part alone tells decisions apart; `null` for a URL without versions.
   * `held`: an `If-None-Match` header. The tag ends as one of its tags whose decision still stands, so that a dead band does not drift.
   *
   * @throws {DataUnavailableError} without the data of the parameters
   */
  entityTag(url: string, held?: string): Promise<string | null>
}

type Computed = {
  readonly answer: Versions
  /** The private nonces of the versions, by key. */
  readonly nonces: ReadonlyMap<string, string>
}

type Cached = {
  readonly atMs: number
  /** Revision of the feeds when the computation began. */
  readonly revision: number
  readonly computed: Promise<Computed>
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
  function recompute(): Promise<Computed> {
    const previous = cached?.computed ?? Promise.resolve(null)
    const nowMs = Date.now()
    const computed = previous.catch(() => null).then(() => compute(nowMs))
    cached = { atMs: nowMs, revision: feedRevision(ports), computed }
    // A failed computation is not cached.
    computed.catch(() => {
      if (cached?.computed === computed) cached = null
    })
    return computed
  }

  async function compute(nowMs: number): Promise<Computed> {
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
          sha256,
        },
        [...VERSION_KEYS, QUERIES],
      )
      // Later than the previous write whatever the clocks say, because the next write continues from this one.
      const fetchedAtMs = Math.max(nowMs, (stored?.fetchedAtMs ?? 0) + 1)
      await storedVersions(tx).save({ value: [...value], source: "signal402", asOfMs: nowMs, fetchedAtMs })
      lastWriteMs = fetchedAtMs
      return value
    })
    return {
      answer: { versions: Object.fromEntries(versions.flatMap(toEntry)), timestamp: isoTime(nowMs) },
      nonces: new Map(versions.map(({ path, nonce }) => [path, nonce])),
    }
  }

  const exact = () => (cached !== null && isExact(cached) ? cached.computed : recompute())

  return {
    async versions() {
      return (await (cached !== null && isFresh(cached) ? cached.computed : exact())).answer
    },
    async exactVersion(url) {
      return (await exact()).answer.versions[versionKeyOf(url)] ?? null
    },
    async entityTag(url, held = "") {
      const { answer, nonces } = await exact()
      const key = versionKeyOf(url)
      const [version, contract] = [answer.versions[key], contractByVersionKey.get(key)]
      if (version === undefined || contract === undefined) return null
      const tag = `${version.version}-${version.commitment.slice(0, TAG_DIGITS)}`
      const query = queryOf(contract, url)
      const own = query && ownQueryOf(contract, query)
      if (query === null || own === null) return query && `"${tag}"`
      const { decision, alike, isWhole } = await readQueryDecision(
        contract.id,
        { key, query },
        await ports.portsAt(Date.now()),
      )
      // A nonce, because a decision that few values can have could be guessed. That of the version changes with each version.
      const nonce = nonces.get(isWhole ? QUERIES : key)
      if (nonce === undefined) return null
      const digestOf = (one: unknown) => sha256(`${key} ${own} ${canonicalJson(one)} ${nonce}`).slice(0, TAG_DIGITS)
      const standing = alike.map(digestOf).find((digest) => held.includes(`-${digest}"`))
      return `"${tag}-${standing ?? digestOf(decision)}"`
    },
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
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
