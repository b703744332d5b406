import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import type { FeedStatus } from "@/lib/market/feeds/cached-feed"
import type { ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import type { ChannelJob } from "@/lib/x402/sessions/channel-job"
import type { Settler } from "@/lib/x402/settlement/settler"
import { type Feeds, managedFeeds } from "@/lib/market/feeds/all-feeds"
import type { SourceClient } from "@/lib/outbound/source-client"
import { sessionPart } from "./session-part"
import type { ChainState } from "./chain-probe"
import { chainPart, settlerPart, storePart, timeOf } from "./payment-parts"
import type { StoreState } from "./store-probe"

const CONTRADICTED_RECORD = {
  name: "record",
  kind: "store",
  status: "degraded",
  as_of: null,
  age_s: null,
  source: null,
  last_error: null,
  detail: "not the record that was anchored on the chain: nothing is sealed",
} as const satisfies Part

type Health = ResponseOf<typeof healthContract>
type Part = Health["parts"][number]

const PRICE_LATE_MS = 60_000
const FAILED_PRICE_LATE_MS = 45_000

export type HealthPorts = {
  readonly candles: ManagedCandleFeed
  readonly feeds: Feeds
  /** Reads store and chain. */
  readonly facts: () => Promise<{ readonly store: StoreState; readonly chain: ChainState }>
  /** Whether payments are taken, by what `facts` has read. */
  readonly payments: () => Health["payments"]
  readonly settler: Settler
  /** `null` while sessions are off. */
  readonly sessions: Pick<ChannelJob, "status"> | null
  readonly http: SourceClient
  readonly anchorJob: { readonly state: () => { readonly kind: string } }
  readonly config: { readonly mode: "sandbox" | "live"; readonly databaseUrl: string | null }
}

/** The service is down when it cannot take money safely or has no prices, and degraded when some of its data is too old. */
export async function readHealth(ports: HealthPorts): Promise<Health> {
  const { candles, feeds, settler, sessions, http, config } = ports
  const { store, chain } = await ports.facts()
  const parts = [
    pricePart(candles),
    candlePart(candles),
    ...managedFeeds(feeds).map(([name, feed]) => feedPart(name, feed.status())),
    storePart(store, config.databaseUrl),
    chainPart(chain, config.mode, Date.now()),
    settlerPart(settler),
    ...(ports.anchorJob.state().kind === "contradicted" ? [CONTRADICTED_RECORD] : []),
    ...(sessions === null ? [] : [sessionPart(sessions.status(), Date.now())]),
  ]
  const worst = parts.some(({ status }) => status === "down")
    ? "down"
    : parts.some(({ status }) => status === "degraded")
      ? "degraded"
      : "ok"
  const hosts = http.health().flatMap(({ host, breaker, retryAtMs, lastErrorKind }) => {
    if (breaker === "closed") return []
    return [{ host, breaker, retry_at: timeOf(retryAtMs), last_error: lastErrorKind }]
  })
  const payments = ports.payments()
  return { status: worst, timestamp: new Date().toISOString(), mode: config.mode, payments, parts, hosts }
}

/**
 * Prices are read every 30 s. They are late once a refresh has failed and the last price is 45 s old, or after a minute in any
 * case, so that a failure of all exchanges shows within a minute. They can be sold until they are five minutes old.
 */
function pricePart(feed: ManagedCandleFeed): Part {
  const prices = feed.status().series.filter(({ kind }) => kind === "price")
  const late = prices.filter(({ isFresh, fetchedAtMs, lastError }) => {
    const waitedMs = Date.now() - (fetchedAtMs ?? 0)
    return !isFresh || waitedMs > PRICE_LATE_MS || (lastError !== null && waitedMs > FAILED_PRICE_LATE_MS)
  })
  const oldest = prices.toSorted((a, b) => (a.asOfMs ?? 0) - (b.asOfMs ?? 0))[0] ?? null
  const sources = [...new Set(prices.map(({ source }) => source).filter((name) => name !== null))]
  return {
    name: "prices",
    kind: "feed",
    status: late.length === 0 ? "ok" : "degraded",
    as_of: timeOf(oldest && oldest.asOfMs),
    age_s: secondsOf(oldest && oldest.ageMs),
    source: sources[0] ?? null,
    last_error: prices.find(({ lastError }) => lastError !== null)?.lastError?.kind ?? null,
    detail: late.length === 0 ? sources.join(", ") : `not refreshed: ${late.map(({ coin }) => coin).join(", ")}`,
  }
}

function candlePart(feed: ManagedCandleFeed): Part {
  const series = feed.status().series.filter(({ kind }) => kind !== "price")
  const stale = series.filter(({ isFresh }) => !isFresh)
  // A daily candle may be a day old when it is current, so hourly candles show how late the feed is.
  const hourly = series.filter(({ kind }) => kind === "1h")
  const oldest = hourly.toSorted((a, b) => (a.asOfMs ?? 0) - (b.asOfMs ?? 0))[0] ?? null
  const sources = [...new Set(series.map(({ source }) => source).filter((name) => name !== null))]
  return {
    name: "candles",
    kind: "feed",
    status: stale.length === 0 ? "ok" : stale.length === series.length ? "down" : "degraded",
    as_of: timeOf(oldest && oldest.asOfMs),
    age_s: secondsOf(oldest && oldest.ageMs),
    source: sources[0] ?? null,
    last_error: series.find(({ lastError }) => lastError !== null)?.lastError?.kind ?? null,
    detail: stale.length === 0 ? sources.join(", ") : `too old: ${stale.map((s) => `${s.coin} ${s.kind}`).join(", ")}`,
  }
}

function feedPart(
  name: string,
  { isFresh, asOfMs, ageMs, source, lastError, isDisabled = false, missing = null, notice = null }: FeedStatus,
): Part {
  return {
    name,
    kind: "feed",
    status: isDisabled || (isFresh && missing === null) ? "ok" : "degraded",
    as_of: timeOf(asOfMs),
    age_s: secondsOf(ageMs),
    source,
    last_error: lastError && lastError.kind,
    detail: isDisabled
      ? "no provider in this profile"
      : isFresh
        ? [missing ?? source ?? "", ...(notice === null ? [] : [notice])].join("; ")
        : asOfMs === null
          ? "not read yet"
          : "too old",
  }
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.max(0, Math.round(ms / 1000))
}
