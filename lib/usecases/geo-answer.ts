import type { z } from "zod"
import type { GeoEvent as GeoEventSchema, Impact as ImpactSchema } from "@/lib/api/geo-fields"
import { isRecentlyPolled } from "@/lib/domain/geo/alerts"
import { baselineDays, MIN_DAYS } from "@/lib/domain/geo/attention"
import { type ClassHistory, historyOf, type MovesOfClass } from "@/lib/domain/geo/class-history"
import { type GeoEvent, GEO_METHOD_VERSION } from "@/lib/domain/geo/geo-event"
import {
  type AssetPriceFeed,
  GEO_ASSETS,
  type GeoAsset,
  type HourlyClose,
  type Impact,
  type Impacts,
  measureImpacts,
} from "@/lib/domain/geo/impact"
import type { NewsFeed, NewsScan } from "@/lib/domain/geo/news"
import { scenarios } from "@/lib/domain/geo/scenario"
import { isAtLeast } from "@/lib/domain/geo/severity"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { round, roundOrNull } from "@/lib/domain/round"
import { isoTime } from "@/lib/domain/utc-day"
import { answerMeta, type AnswerContext, present } from "./answer-meta"

/** Sources of news and prices. */
export type GeoPorts = { readonly news: NewsFeed; readonly prices: AssetPriceFeed }

export type GeoEventAnswer = z.output<typeof GeoEventSchema>

type AssetPrices = Readonly<Record<GeoAsset, Sourced<readonly HourlyClose[]> | null>>

const DISCLAIMER = "Headlines classed by keywords, weights not calibrated on live news. Research, not advice."

const GDELT = "The GDELT Project (https://www.gdeltproject.org)"
const attributions = new Map([
  ["gdelt", GDELT],
  ["gdelt-files", GDELT],
  ["gdelt-articles", GDELT],
])

export async function readPrices(feed: AssetPriceFeed): Promise<AssetPrices> {
  const [BTC, ETH, GOLD, OIL] = await Promise.all([
    feed.hourly("BTC"),
    feed.hourly("ETH"),
    feed.hourly("GOLD"),
    feed.hourly("OIL"),
  ])
  return { BTC, ETH, GOLD, OIL }
}

/** Moves of each asset after an event. Other severe events are excluded from the usual range. */
export function impactsOf(
  event: GeoEvent,
  {
    prices,
    events,
    nowMs,
  }: { readonly prices: AssetPrices; readonly events: readonly GeoEvent[]; readonly nowMs: number },
): Impacts {
  const severe = events.filter(({ id, assessment }) => id !== event.id && isAtLeast(assessment.severity, "HIGH"))
  return measureImpacts(
    {
      BTC: prices.BTC?.value ?? null,
      ETH: prices.ETH?.value ?? null,
      GOLD: prices.GOLD?.value ?? null,
      OIL: prices.OIL?.value ?? null,
    },
    { eventMs: event.firstSeenMs, nowMs, disturbedMs: severe.map(({ firstSeenMs }) => firstSeenMs) },
  )
}

export function toEventAnswer(event: GeoEvent, impacts: Impacts): GeoEventAnswer {
  const { assessment, coverage, novelty } = event
  return {
    id: event.id,
    cluster_version: event.version,
    title: event.title,
    summary:
      `${event.category} (${event.stage}): ${counted(coverage.articles, "article")} on ` +
      `${counted(coverage.domains, "independent domain")}, ${coverage.tier1Domains} of them tier 1.`,
    category: event.category,
    stage: event.stage,
    actors: [...event.actors],
    countries: [...event.countries],
    region: event.region,
    location: event.location,
    first_seen_at: isoTime(event.firstSeenMs),
    last_seen_at: isoTime(event.lastSeenMs),
    market_open: { gold: impacts.GOLD.isMarketOpen, oil: impacts.OIL.isMarketOpen },
    severity: assessment.severity,
    severity_score: assessment.score,
    severity_parts: {
      base: assessment.parts.base,
      corroboration: round(assessment.parts.corroboration, 3),
      novelty: round(assessment.parts.novelty, 3),
    },
    gates_applied: [...assessment.gates],
    corroboration: {
      articles: coverage.articles,
      domains: coverage.domains,
      tier1_domains: coverage.tier1Domains,
      languages: coverage.languages,
      official_source: coverage.hasOfficialSource,
    },
    credibility: {
      score: coverage.credibility,
      state_media_share: round(coverage.stateMediaShare, 2),
      reasons: reasonsOf(event),
    },
    novelty: { z_30d: roundOrNull(novelty.z, 2), baseline_daily: novelty.baselineDaily },
    impact: {
      BTC: toImpact(impacts.BTC),
      ETH: toImpact(impacts.ETH),
      GOLD: toImpact(impacts.GOLD),
      OIL: toImpact(impacts.OIL),
    },
    scenario: {
      text: scenarios[event.category],
      kind: "scenario, not forecast",
      history: toHistory(historyOf(event.category)),
    },
    sources: event.sources.map(({ seenAtMs, ...source }) => ({ ...source, seen_at: isoTime(seenAtMs) })),
  }
}

/** Sources, warnings and attributions. */
export function geoMeta(
  { nowMs, mode }: AnswerContext,
  { news, prices }: { readonly news: Sourced<NewsScan>; readonly prices: AssetPrices },
) {
  const { providers } = news.value
  const days = baselineDays(news.value, nowMs)
  const silent = providers.filter((provider) => !isRecentlyPolled(provider, nowMs))
  const unpriced = GEO_ASSETS.filter((asset) => prices[asset] === null)
  return {
    attribution: [...new Set(providers.flatMap(({ name }) => attributions.get(name) ?? []))],
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: GEO_METHOD_VERSION,
      inputs: [news, ...present(GEO_ASSETS.map((asset) => prices[asset]))],
      degraded: [
        ...silent.map(({ name }) => `No recent answer from ${name}.`),
        ...unpriced.map((asset) => `No prices of ${asset}: its moves are not measured.`),
        ...(days < MIN_DAYS
          ? [`The news was watched for ${days} days of ${MIN_DAYS}: nothing can be CRITICAL yet.`]
          : []),
      ],
      disclaimer: DISCLAIMER,
    }),
  }
}

function reasonsOf({ coverage }: GeoEvent): string[] {
  return [
    counted(coverage.domains, "independent domain"),
    `${coverage.tier1Domains} of tier 1`,
    ...(coverage.hasOfficialSource ? ["an official source"] : []),
    ...(coverage.stateMediaShare > 0 ? [`${Math.round(100 * coverage.stateMediaShare)}% state media`] : []),
  ]
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`
}

function toHistory(history: ClassHistory | null): GeoEventAnswer["scenario"]["history"] {
  if (history === null) return null
  const { events, firstDate, lastDate, moves } = history
  return {
    n: events,
    from: firstDate,
    to: lastDate,
    BTC: toMoves(moves.BTC),
    ETH: toMoves(moves.ETH),
    OIL: toMoves(moves.OIL),
    note: "Well-known events, which are remembered for their moves: expect less.",
  }
}

function toMoves({ medianPct, lowestPct, highestPct, shareBeyondNoise }: MovesOfClass) {
  return {
    median_pct: round(medianPct, 1),
    lowest_pct: lowestPct,
    highest_pct: highestPct,
    beyond_noise: round(shareBeyondNoise, 2),
  }
}

function toImpact(impact: Impact): z.output<typeof ImpactSchema> {
  return {
    direction: impact.direction,
    ar_1h_pct: roundOrNull(impact.ar1hPct, 3),
    ar_4h_pct: roundOrNull(impact.ar4hPct, 3),
    ar_24h_pct: roundOrNull(impact.ar24hPct, 3),
    t_24h: roundOrNull(impact.t24h, 2),
    usual_24h_pct: roundOrNull(impact.usual24hPct, 3),
    significant: impact.isSignificant,
    already_moved_pct: roundOrNull(impact.alreadyMovedPct, 3),
    market_open: impact.isMarketOpen,
    note: impact.note,
  }
}
