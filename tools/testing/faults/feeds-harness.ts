import { vi } from "vitest"
import type { WaitEnd } from "@/lib/domain/clock"
import { createCandleFeed, type ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import { candleProviders } from "@/lib/market/feeds/candle-providers"
import { createDefiFeeds, type DefiFeeds } from "@/lib/market/feeds/defi-feeds"
import { type ManagedFeed, permitted, type SourcesProfile } from "@/lib/market/feeds/feed-ports"
import { createSourceClient, type SourceClient } from "@/lib/outbound/source-client"
import { buildFeeds, type Feeds, managedFeeds } from "@/lib/market/feeds/all-feeds"
import type { Faults } from "@/lib/sandbox/market/faults"
import { type Provider, providerOf } from "@/lib/sandbox/market/providers"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { NO_KEYS, cachingFetch } from "@/tools/testing/catalogue/catalogue-harness"

/** The service's feeds over the simulated market, with faults that a test sets and removes. Time is that of `Date`. */
export type FeedsHarness = {
  readonly faults: Faults
  /** Every provider that was asked for something. */
  readonly asked: ReadonlySet<Provider>
  readonly http: SourceClient
  readonly store: Store
  readonly candles: ManagedCandleFeed
  readonly feeds: Feeds
  /** That of the test. Routes and clock belong to the process, so a test that timed out must not go on beside the next one. */
  readonly signal: AbortSignal | undefined
  /** Runs the scheduler once at this moment. */
  refresh(): Promise<void>
}

/** Read each time, because tests replace it. */
const clock = () => Date.now()

type HarnessOptions = {
  readonly pools: "own" | "shared" | "unread"
  readonly profile?: SourcesProfile
  readonly signal?: AbortSignal
}

/**
 * Opens a service that has read nothing yet.
 *
 * DefiLlama's list of pools is as large as all other data. A harness has its `own` list where DefiLlama fails. Otherwise
 * harnesses share one list (`shared`), or have none where no check needs it (`unread`).
 */
export async function openFeedsHarness(
  faults: Faults,
  { pools, profile = "open", signal }: HarnessOptions,
): Promise<FeedsHarness> {
  const asked = new Set<Provider>()
  const http = createDeadlineClient(faults, asked)
  const store = await openEmbeddedStore(":memory:")
  const candles = createCandleFeed({ sources: permitted({ profile }, candleProviders({ http, clock })), clock })
  const own = buildFeeds({ http, clock, store, profile, keys: NO_KEYS })
  // The strict profile reads no pools, so it has none to share.
  const isShared = pools !== "own" && profile === "open"
  const feeds = { ...own, ...(isShared && sharedPools), ...(isShared && pools === "unread" && { pools: unreadPools }) }
  return {
    faults,
    asked,
    http,
    store,
    candles,
    feeds,
    signal,
    async refresh() {
      await Promise.all([candles.refreshDue(), ...managedFeeds(feeds).map(([, feed]) => feed.refreshIfDue())])
      signal?.throwIfAborted()
    },
  }
}

/** Calls a provider that would exceed the deadline with a deadline of zero, and the others with the full deadline. */
function createDeadlineClient(faults: Faults, asked: Set<Provider>): SourceClient {
  const options = { fetch: cachingFetch(clock, faults), clock, random: () => 0.5, userAgent: "signal402-test" }
  const withDeadline = createSourceClient({
    ...options,
    limits: {},
    sleep: (ms, end) => (isDeadline(ms, end) ? new Promise(() => undefined) : Promise.resolve()),
  })
  const withoutWait = createSourceClient({ ...options, limits: {}, sleep: () => Promise.resolve() })
  const clientFor = (url: string) => {
    const provider = providerOf[new URL(url).hostname]
    if (provider !== undefined) asked.add(provider.name)
    return provider !== undefined && faults.get(provider.name)?.kind === "latency" ? withoutWait : withDeadline
  }
  return {
    getJson: (url, rest) => clientFor(url).getJson(url, rest),
    getText: (url, rest) => clientFor(url).getText(url, rest),
    getBytes: (url, rest) => clientFor(url).getBytes(url, rest),
    postJson: (url, rest) => clientFor(url).postJson(url, rest),
    health: () => [...withDeadline.health(), ...withoutWait.health()],
  }
}

/** Pauses between two attempts are short and cannot be cancelled. */
function isDeadline(ms: number, end: WaitEnd | undefined): boolean {
  return end !== undefined && ms >= 8_000
}

const poolsAt = new Map<number, Promise<DefiFeeds>>()

/** Pools and protocols at this moment without faults. */
async function healthyPools(): Promise<DefiFeeds> {
  const known = poolsAt.get(clock())
  if (known !== undefined) return known
  const opened = openEmbeddedStore(":memory:").then((store) =>
    createDefiFeeds({ http: createDeadlineClient(new Map(), new Set()), clock, store, profile: "open", keys: NO_KEYS }),
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
    status: () => ({ ...HEALTHY_STATUS, asOfMs: clock(), fetchedAtMs: clock() }),
  }
}

const unreadPools: DefiFeeds["pools"] = { ...sharedPools.pools, refreshIfDue: () => Promise.resolve() }

const HEALTHY_STATUS = { source: "defillama", ageMs: 0, isFresh: true, lastError: null } as const

/** Moves the clock of every harness. */
export function setTime(nowMs: number): void {
  vi.setSystemTime(nowMs)
}
