import { vi } from "vitest"
import type { WaitEnd } from "@/lib/domain/clock"
import { createCandleFeed, type ManagedCandleFeed } from "@/lib/feeds/candle-feed"
import { candleProviders } from "@/lib/feeds/candle-providers"
import { createDefiFeeds, type DefiFeeds } from "@/lib/feeds/defi-feeds"
import type { ManagedFeed } from "@/lib/feeds/feed-ports"
import { createSourceClient, type SourceClient } from "@/lib/outbound/source-client"
import { buildFeeds, type Feeds, managedFeeds } from "@/lib/feeds/all-feeds"
import type { Faults } from "@/lib/sandbox/market/faults"
import { providerOf } from "@/lib/sandbox/market/providers"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { NO_KEYS, rememberingFetch } from "@/lib/testing/catalogue/catalogue-harness"

/** The service's feeds over the simulated market, with faults that a test sets and lifts. Time is that of `Date`. */
export type FeedsHarness = {
  readonly faults: Faults
  readonly http: SourceClient
  readonly store: Store
  readonly candles: ManagedCandleFeed
  readonly feeds: Feeds
  /** What the scheduler does at this moment. */
  refresh(): Promise<void>
}

/** Looked up each time: tests replace it. */
const clock = () => Date.now()

/**
 * Opens a service that has read nothing yet.
 *
 * DefiLlama's list of pools is as large as everything else together. A world has its `own` where DefiLlama fails; where it
 * is well, the list is read once for all of them (`shared`), and not at all where nobody looks at it (`unread`).
 */
export async function openFeedsHarness(
  faults: Faults,
  { pools }: { readonly pools: "own" | "shared" | "unread" },
): Promise<FeedsHarness> {
  const http = impatient(faults)
  const store = await openEmbeddedStore(":memory:")
  const candles = createCandleFeed({ sources: candleProviders({ http, clock }), clock })
  const own = buildFeeds({ http, clock, store, profile: "open", keys: NO_KEYS })
  const feeds = { ...own, ...(pools !== "own" && sharedPools), ...(pools === "unread" && { pools: unreadPools }) }
  return {
    faults,
    http,
    store,
    candles,
    feeds,
    async refresh() {
      await Promise.all([candles.refreshDue(), ...managedFeeds(feeds).map(([, feed]) => feed.refreshIfDue())])
    },
  }
}

/** Asks a provider that will not answer in time with a patience that is over at once, and the others with all of it. */
function impatient(faults: Faults): SourceClient {
  const options = { fetch: rememberingFetch(clock, faults), clock, random: () => 0.5, userAgent: "signal402-test" }
  const patient = createSourceClient({
    ...options,
    limits: {},
    sleep: (ms, end) => (isDeadline(ms, end) ? new Promise(() => undefined) : Promise.resolve()),
  })
  const hurried = createSourceClient({ ...options, limits: {}, sleep: () => Promise.resolve() })
  const clientFor = (url: string) => {
    const provider = providerOf[new URL(url).hostname]
    return provider !== undefined && faults.get(provider.name)?.kind === "latency" ? hurried : patient
  }
  return {
    getJson: (url, rest) => clientFor(url).getJson(url, rest),
    getText: (url, rest) => clientFor(url).getText(url, rest),
    getBytes: (url, rest) => clientFor(url).getBytes(url, rest),
    postJson: (url, rest) => clientFor(url).postJson(url, rest),
    health: () => [...patient.health(), ...hurried.health()],
  }
}

/** Pauses between two tries are short, and cannot be called off. */
function isDeadline(ms: number, end: WaitEnd | undefined): boolean {
  return end !== undefined && ms >= 8_000
}

const poolsAt = new Map<number, Promise<DefiFeeds>>()

/** Pools and protocols as they are at this moment when all is well. */
async function healthyPools(): Promise<DefiFeeds> {
  const known = poolsAt.get(clock())
  if (known !== undefined) return known
  const opened = openEmbeddedStore(":memory:").then((store) =>
    createDefiFeeds({ http: impatient(new Map()), clock, store, profile: "open", keys: NO_KEYS }),
  )
  poolsAt.set(clock(), opened)
  return opened
}

type Shared<T> = ManagedFeed & { read(): Promise<T> }

const sharedPools: DefiFeeds = {
  pools: shared((feeds) => feeds.pools),
  trust: shared((feeds) => feeds.trust),
}

function shared<T>(pick: (feeds: DefiFeeds) => Shared<T>): Shared<T> {
  const at = async () => pick(await healthyPools())
  return {
    read: async () => (await at()).read(),
    refreshIfDue: async () => (await at()).refreshIfDue(),
    reload: () => Promise.resolve(),
    revision: () => 0,
    status: () => ({ ...WELL, asOfMs: clock(), fetchedAtMs: clock() }),
  }
}

const unreadPools: DefiFeeds["pools"] = { ...sharedPools.pools, refreshIfDue: () => Promise.resolve() }

const WELL = { source: "defillama", ageMs: 0, isFresh: true, lastError: null } as const

/** Moves the clock of every world. */
export function setTime(nowMs: number): void {
  vi.setSystemTime(nowMs)
}
