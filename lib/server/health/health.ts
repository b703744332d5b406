import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import type { FeedStatus } from "@/lib/market/feeds/cached-feed"
import type { ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import type { ChannelJob } from "@/lib/x402/sessions/channel-job"
import type { FacilitatorStatus } from "@/lib/x402/settlement/facilitator"
import type { GasStatus } from "@/lib/x402/settlement/settlement-funds"
import type { Settler } from "@/lib/x402/settlement/settler"
import type { Store } from "@/lib/store/open-store"
import { type Feeds, managedFeeds } from "@/lib/market/feeds/all-feeds"
import type { SourceClient } from "@/lib/outbound/source-client"
import { sessionPart } from "./session-part"
import type { ChainState } from "./chain-probe"
import { storeState } from "./store-probe"

type Health = ResponseOf<typeof healthContract>
type Part = Health["parts"][number]

const PRICE_LATE_MS = 60_000
const FAILED_PRICE_LATE_MS = 45_000

/** Settlement has stopped when more payments than this are waiting. */
const MAX_WAITING = 1_000

/** Base has a block every 2 seconds. A node whose newest block is older than this has lost its peers. */
const HEAD_LATE_MS = 60_000
/** Beyond this, payments are not confirmed in time, and the clock makes valid proofs look expired or too early. */
const HEAD_DOWN_MS = 5 * 60_000

export type HealthPorts = {
  readonly candles: ManagedCandleFeed
  readonly feeds: Feeds
  readonly store: Store
  readonly settler: Settler
  /** `null` while sessions are off. */
  readonly sessions: Pick<ChannelJob, "status"> | null
  readonly http: SourceClient
  readonly config: { readonly mode: "sandbox" | "live"; readonly databaseUrl: string | null }
  readonly chainState: (nowMs: number) => Promise<ChainState>
}

/** The service is down when it cannot take money safely or has no prices, and degraded when some of its data is too old. */
export async function readHealth(ports: HealthPorts): Promise<Health> {
  const { candles, feeds, store, settler, sessions, http, config } = ports
  const [ofStore, ofChain] = await Promise.all([storePart(store, config.databaseUrl), ports.chainState(Date.now())])
  const parts = [
    pricePart(candles),
    candlePart(candles),
    ...managedFeeds(feeds).map(([name, feed]) => feedPart(name, feed.status())),
    ofStore,
    chainPart(ofChain, config.mode),
    settlerPart(settler),
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
  return { status: worst, timestamp: new Date().toISOString(), mode: config.mode, parts, hosts }
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
  { isFresh, asOfMs, ageMs, source, lastError, isDisabled = false, missing = null }: FeedStatus,
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
        ? (missing ?? source ?? "")
        : asOfMs === null
          ? "not read yet"
          : "too old",
  }
}

async function storePart(store: Store, databaseUrl: string | null): Promise<Part> {
  const state = await storeState(store, Date.now())
  const kind = databaseUrl === null ? "embedded" : "PostgreSQL"
  const details = { ok: kind, full: "cannot be written: payments are not taken", unreachable: "unreachable" } as const
  return {
    ...NO_TIMESTAMPS,
    name: "store",
    kind: "store",
    status: state === "ok" ? "ok" : "down",
    detail: details[state],
  }
}

function chainPart({ blockNumber, headMs, error }: ChainState, mode: Health["mode"]): Part {
  const ageMs = headMs === null ? null : Math.max(0, Date.now() - headMs)
  const common = {
    ...NO_TIMESTAMPS,
    name: "chain",
    kind: "chain",
    as_of: timeOf(headMs),
    age_s: secondsOf(ageMs),
  } as const
  if (error !== null) {
    return { ...common, status: "down", last_error: error, detail: "the node does not answer: payments are not taken" }
  }
  // A sandbox chain mines on demand and with simulated times, so the age of its head has no meaning.
  const lateMs = mode === "live" && headMs !== null ? Date.now() - headMs : 0
  if (Math.abs(lateMs) <= HEAD_LATE_MS) return { ...common, status: "ok", detail: `block ${blockNumber ?? "unknown"}` }
  const minutes = Math.floor(Math.abs(lateMs) / 60_000)
  const isDown = Math.abs(lateMs) > HEAD_DOWN_MS
  const detail =
    lateMs < 0
      ? `this machine's clock is ${minutes} min behind the chain`
      : `the node's newest block is ${minutes} min old${isDown ? ": payments cannot be confirmed" : ""}`
  return { ...common, status: isDown ? "down" : "degraded", detail }
}

function settlerPart(settler: Settler): Part {
  const { waiting, inFlight, lastSettledMs, lastFault, facilitator, gas, gasUse, stuckKeys = 0 } = settler.status()
  const problems = [
    ...(gas === undefined || gas.state === "ok" ? [] : [gasDetail(gas)]),
    ...(gasUse?.isExceeded ? ["refused payments use too much gas: new payers wait longer"] : []),
    ...(stuckKeys === 0 ? [] : [`${stuckKeys} of the accounts stuck`]),
  ]
  const isStopped = gas?.isPaused === true || facilitator?.isCircuitOpen === true
  return {
    ...NO_TIMESTAMPS,
    name: "settler",
    kind: "settler",
    status: isStopped ? "down" : waiting > MAX_WAITING || problems.length > 0 ? "degraded" : "ok",
    as_of: timeOf(lastSettledMs),
    source: facilitator?.host ?? null,
    last_error: lastFault === null ? null : "settlement",
    detail: [
      `${waiting} waiting, ${inFlight} in flight`,
      ...problems,
      ...(facilitator ? [facilitatorDetail(facilitator)] : []),
    ].join("; "),
  }
}

function gasDetail({ state, keys, lowestPrice }: GasStatus): string {
  if (state === "empty") return "no gas left: payments are not taken"
  if (state === "price_too_high") return "gas costs more than SETTLEMENT_MAX_GWEI: payments are not taken"
  if (state === "unprofitable") {
    return `gas costs more than SETTLEMENT_MAX_SHARE of the price: payments below $${formatUsdc(usdc(lowestPrice))} are not taken`
  }
  const batches = keys.reduce((sum, key) => sum + (key.batches ?? 0), 0)
  return `gas for ${batches} more batches`
}

function facilitatorDetail({ isCircuitOpen, lastFault }: FacilitatorStatus): string {
  if (isCircuitOpen)
    return "the facilitator failed several times and gets no requests for a while: payments are not taken"
  return lastFault === null ? "by a facilitator" : "by a facilitator that failed last"
}

const NO_TIMESTAMPS = { as_of: null, age_s: null, source: null, last_error: null } as const

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.max(0, Math.round(ms / 1000))
}
