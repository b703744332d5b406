import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { versionKeyOf } from "@/lib/endpoints"
import { CALENDAR_METHOD_VERSION } from "@/lib/domain/calendar/upcoming"
import { RECOMMEND_METHOD_VERSION } from "@/lib/domain/defi/recommend"
import { YIELDS_METHOD_VERSION } from "@/lib/domain/defi/scan-yields"
import { isAppError } from "@/lib/domain/errors"
import { ETF_METHOD_VERSION } from "@/lib/domain/flows/etf-summary"
import { activeAlerts, endedAlerts } from "@/lib/domain/geo/alerts"
import { findEvents, type GeoEvent, GEO_METHOD_VERSION, isRecent } from "@/lib/domain/geo/geo-event"
import { type AssetPriceFeed, GEO_ASSETS } from "@/lib/domain/geo/impact"
import type { NewsScan } from "@/lib/domain/geo/news"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { openTimeOf } from "@/lib/domain/market/candle"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { TREASURY_METHOD_VERSION } from "@/lib/domain/treasuries/summarise-treasuries"
import { readTrust } from "@/lib/endpoints/defi-recommend/answer"
import { readTokens } from "@/lib/endpoints/dex-alpha/answer"
import { readCalendar } from "@/lib/endpoints/events/answer"
import { readAlertNews } from "@/lib/endpoints/geo-alert/answer"
import { readNews } from "@/lib/endpoints/geo-events/answer"
import { readHoldings } from "@/lib/endpoints/institutions/answer"
import { readFlows } from "@/lib/endpoints/market-etf/answer"
import { getMarketOverview } from "@/lib/endpoints/market-overview/answer"
import { getRegime } from "@/lib/endpoints/regime/answer"
import { readPools } from "@/lib/endpoints/yields/answer"
import { dexDecision } from "@/lib/endpoints/dex-alpha/version"
import { overviewDecision } from "@/lib/endpoints/market-overview/version"
import { type MarketDeps, readMarket } from "@/lib/usecases/read-market"
import type { ResourceDecision } from "@/lib/usecases/resource-versions"
import { signalDecisions } from "@/lib/endpoints/signal-decisions"
import type { Feeds } from "@/lib/market/feeds/all-feeds"
import { assetPrices } from "@/lib/market/feeds/asset-prices"
import type { ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"

/** The inputs of versions. */
export type VersionInputPorts = {
  readonly candles: ManagedCandleFeed
  readonly feeds: Feeds
  readonly mode: "sandbox" | "live"
  readonly marketDeps: () => Promise<MarketDeps>
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

type Input = { readonly value: unknown; readonly asOfMs: number }

/** The current decisions of every resource that can be sold now. */
export async function readVersionInputs(ports: VersionInputPorts, nowMs: number): Promise<readonly ResourceDecision[]> {
  const deps = await ports.marketDeps()
  return successful(ports.log, [
    ...COINS.map((coin) => coinDecisions(coin, deps)),
    regimeDecision(ports, deps),
    marketDecision(ports, deps),
    ...feedDecisions(ports, nowMs),
  ])
}

/** A resource without data keeps its version. Any other error is logged, and does not affect the other resources. */
async function successful(
  log: VersionInputPorts["log"],
  reads: readonly Promise<readonly ResourceDecision[]>[],
): Promise<readonly ResourceDecision[]> {
  const results = await Promise.allSettled(reads)
  return results.flatMap((result) => {
    if (result.status === "fulfilled") return result.value
    const cause: unknown = result.reason
    if (!isAppError(cause) || cause.code !== "data_unavailable") log("versions_failed", { err: cause })
    return []
  })
}

async function coinDecisions(coin: Coin, deps: MarketDeps): Promise<readonly ResourceDecision[]> {
  const { signal } = await readMarket(coin, deps)
  return signalDecisions(coin, signal)
}

async function marketDecision({ feeds }: VersionInputPorts, deps: MarketDeps): Promise<readonly ResourceDecision[]> {
  const { etfFlows, dominance, fearGreed } = feeds
  const answer = await getMarketOverview({}, { ...deps, etfFlows, dominance, fearGreed })
  const [mood, shares] = await Promise.all([fearGreed.read(), dominance.read()])
  const dataAsOfMs = Math.max(openTimeOf(deps.nowMs, "4h"), mood?.asOfMs ?? 0, shares?.asOfMs ?? 0)
  const decision = overviewDecision(answer)
  const { calls, funding, etf_flows, stablecoin_flows, fear_greed, macro } = decision
  const parts = {
    directions: Object.values(calls).map(({ direction }) => direction),
    calls,
    funding,
    "fund flows": etf_flows,
    stablecoins: stablecoin_flows,
    "fear & greed": fear_greed,
    macro,
  }
  return [{ path: "/market/overview", decision, parts, dataAsOfMs }]
}

async function regimeDecision({ feeds }: VersionInputPorts, deps: MarketDeps): Promise<readonly ResourceDecision[]> {
  const { fearGreed, etfFlows, calendar } = feeds
  const { meta, timestamp: _, ...decision } = await getRegime({}, { ...deps, fearGreed, etfFlows, calendar })
  const { regime, risk_level, volatility, expected, trend, facts } = decision
  const parts = { regime, "risk level": risk_level, volatility: [volatility, expected], trend, facts }
  return [{ path: "/regime", decision, parts, dataAsOfMs: Date.parse(meta.as_of) }]
}

/** Resources whose decision is the content of their feeds. Each is read with the function that its use case reads it with. */
function feedDecisions(
  { feeds, candles }: VersionInputPorts,
  nowMs: number,
): readonly Promise<readonly ResourceDecision[]>[] {
  const { calendar, treasuries, pools, trust, treasuryBill, tokens, news, etfFlows } = feeds
  const headlines = async ({ value, asOfMs }: Sourced<NewsScan>, statesIn: typeof eventsIn): Promise<Input> => ({
    value: [
      value.articles.map(({ url }) => url),
      await newestCloses(assetPrices(candles, feeds)),
      statesIn(value, nowMs),
    ],
    asOfMs,
  })
  return [
    fromFeeds("/events", CALENDAR_METHOD_VERSION, [
      readCalendar({ calendar, nowMs }).then(({ table, upcoming }) => ({
        value: [upcoming.week, upcoming.warned, upcoming.missing, upcoming.silentPublishers, upcoming.partialLists],
        asOfMs: table.asOfMs,
      })),
    ]),
    ...COINS.map((coin) =>
      fromFeeds(versionKeyOf(`/market/etf?asset=${coin}`), ETF_METHOD_VERSION, [
        // The summary and not the table: flows of a withheld day are not sold, so they make no new version.
        readFlows(coin, { etfFlows, nowMs }).then(({ table, summary }) => ({ value: summary, asOfMs: table.asOfMs })),
      ]),
    ),
    fromFeeds("/institutions", TREASURY_METHOD_VERSION, [
      // The summary too: a trade leaves the lists of 90 and 30 days without a new table.
      readHoldings({ treasuries, nowMs }).then(({ table, summary }) => ({ ...table, value: [table.value, summary] })),
    ]),
    fromFeeds("/yields", YIELDS_METHOD_VERSION, [
      readPools(pools).then(timeOf),
      trust.read().then(timeOf),
      treasuryBill.read().then(timeOf),
    ]),
    fromFeeds("/defi/recommend", RECOMMEND_METHOD_VERSION, [
      readPools(pools).then(timeOf),
      readTrust(trust).then(timeOf),
      treasuryBill.read().then(timeOf),
    ]),
    dexDecisions(tokens, nowMs),
    fromFeeds("/geo/events", GEO_METHOD_VERSION, [readNews({ news, nowMs }).then((scan) => headlines(scan, eventsIn))]),
    fromFeeds("/geo/alert", GEO_METHOD_VERSION, [
      readAlertNews(DEFAULT_ALERT_PARAMS, { news, nowMs }).then((scan) => headlines(scan, alertsIn)),
    ]),
  ]
}

const DEFAULT_ALERT_PARAMS = geoAlertContract.queryParams.parse({})
const DEFAULT_EVENT_PARAMS = geoEventsContract.queryParams.parse({})

async function dexDecisions(tokens: Feeds["tokens"], nowMs: number): Promise<readonly ResourceDecision[]> {
  const sweep = await readTokens(tokens)
  return [{ path: "/dex/alpha", ...dexDecision(sweep.value, nowMs), dataAsOfMs: sweep.asOfMs }]
}

/* With time, events leave an answer and alerts end, without a new article. */

function eventsIn(scan: NewsScan, nowMs: number): unknown {
  const { hours } = DEFAULT_EVENT_PARAMS
  return findEvents(scan, nowMs).flatMap((event) => (isRecent(event, hours, nowMs) ? [stateOf(event)] : []))
}

function alertsIn(scan: NewsScan, nowMs: number): unknown {
  const { hours, min_severity: least } = DEFAULT_ALERT_PARAMS
  const events = findEvents(scan, nowMs)
  return [
    activeAlerts(events, { hours, least, nowMs }).map(({ event }) => stateOf(event)),
    endedAlerts(events, hours, nowMs).map(({ event, reason }) => [event.id, reason]),
  ]
}

function stateOf({ id, assessment }: GeoEvent): readonly string[] {
  return [id, assessment.severity]
}

/** Moves after an event are measured again with every hourly close. */
async function newestCloses(prices: AssetPriceFeed): Promise<readonly (number | null)[]> {
  const held = await Promise.all(GEO_ASSETS.map((asset) => prices.hourly(asset)))
  return held.map((hours) => hours?.value.at(-1)?.closeTimeMs ?? null)
}

/** Thousands of pools and tokens change with each read, so the time of the read stands for their content. */
function timeOf(held: { readonly asOfMs: number } | null): Input | null {
  return held && { value: held.asOfMs, asOfMs: held.asOfMs }
}

/**
 * The decision of one resource. A read is `null` where an optional input is missing, and rejects where a required one is.
 * `method`: a new method version is a new version of the resource.
 */
async function fromFeeds(
  path: string,
  method: string,
  reads: readonly Promise<Input | null>[],
): Promise<readonly ResourceDecision[]> {
  const known = (await Promise.all(reads)).filter((held) => held !== null)
  const decision = [method, ...known.map(({ value }) => JSON.stringify(value))]
  return [{ path, decision, dataAsOfMs: Math.max(...known.map(({ asOfMs }) => asOfMs)) }]
}
