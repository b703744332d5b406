import type { ResponseOf } from "@/lib/api/contract"
import type { geoEventsContract } from "./contract"
import { sinceOf } from "./since"
import { DataUnavailableError } from "@/lib/domain/errors"
import { compareEvents, isRecentlyPolled } from "@/lib/domain/geo/alerts"
import { attentionIn } from "@/lib/domain/geo/attention"
import { classArticles } from "@/lib/domain/geo/cluster"
import { GEO_CATEGORIES, type GeoCategory } from "@/lib/domain/geo/geo-class"
import { findEvents, type GeoEvent } from "@/lib/domain/geo/geo-event"
import type { NewsFeed, NewsScan } from "@/lib/domain/geo/news"
import { isAtLeast, SEVERITIES } from "@/lib/domain/geo/severity"
import { roundOrNull } from "@/lib/domain/round"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import type { AnswerContext, QueryOf } from "@/lib/usecases/answer-meta"
import { geoMeta, type GeoPorts, impactsOf, readPrices, toEventAnswer } from "@/lib/usecases/geo-answer"

type Query = QueryOf<typeof geoEventsContract>
type Answer = ResponseOf<typeof geoEventsContract>

const INDEX_BASIS = "articles in 24h; z against the six days before"

/**
 * Geopolitical events of the last hours.
 *
 * @throws {DataUnavailableError} without news, or when no provider has answered recently.
 */
export async function getGeoEvents(
  query: Query,
  { news, prices, nowMs, mode }: AnswerContext & GeoPorts,
): Promise<Answer> {
  const [scan, closes] = await Promise.all([readNews({ news, nowMs }), readPrices(prices)])
  const events = findEvents(scan.value, nowMs)
  const measured = events
    .filter((event) => isWanted(event, query, nowMs))
    .toSorted(compareEvents)
    .map((event) => ({ event, impacts: impactsOf(event, { prices: closes, events, nowMs }) }))
    .filter(({ impacts }) => query.asset === undefined || impacts[query.asset].direction !== "UNCLEAR")
  const found = measured.map(({ event }) => event)
  return {
    events: measured.slice(0, query.limit).map(({ event, impacts }) => toEventAnswer(event, impacts)),
    total: measured.length,
    summary: summaryOf(found, scan.value, nowMs),
    timestamp: isoTime(nowMs),
    ...geoMeta({ nowMs, mode }, { news: scan, prices: closes }),
  }
}

/** @throws {DataUnavailableError} without news, or when no provider has answered recently. */
export async function readNews({ news, nowMs }: { readonly news: NewsFeed; readonly nowMs: number }) {
  const scan = await news.read()
  const hasNoWorldNews = !scan?.value.providers.some((provider) => isRecentlyPolled(provider, nowMs))
  if (scan === null || hasNoWorldNews || scan.value.articles.length === 0) {
    throw new DataUnavailableError("The news cannot be read at the moment.")
  }
  return scan
}

/** Whether an event is of the asked period, category and severity. */
export function isWanted(event: GeoEvent, query: Query, nowMs: number): boolean {
  const { category, min_severity } = query
  return (
    event.lastSeenMs >= sinceOf(query, nowMs) &&
    (category === undefined || event.category === category) &&
    isAtLeast(event.assessment.severity, min_severity)
  )
}

function summaryOf(events: readonly GeoEvent[], scan: NewsScan, nowMs: number): Answer["summary"] {
  const severities = events.map(({ assessment }) => assessment.severity)
  const count = (severity: (typeof SEVERITIES)[number]) => severities.filter((one) => one === severity).length
  const articles = classArticles(scan.articles)
  return {
    by_severity: { LOW: count("LOW"), MEDIUM: count("MEDIUM"), HIGH: count("HIGH"), CRITICAL: count("CRITICAL") },
    by_category: byCategory(events),
    highest: SEVERITIES.findLast((severity) => severities.includes(severity)) ?? null,
    index: {
      value: articles.filter(({ seenAtMs }) => seenAtMs <= nowMs && seenAtMs > nowMs - DAY_MS).length,
      z_vs_week: roundOrNull(attentionIn(scan, articles).indexZ(nowMs), 2),
      basis: INDEX_BASIS,
    },
  }
}

function byCategory(events: readonly GeoEvent[]): Record<GeoCategory, number> {
  const counts = GEO_CATEGORIES.map((name) => [name, events.filter(({ category }) => category === name).length])
  // Every category is a key, because the list of categories was mapped.
  return Object.fromEntries(counts) as Record<GeoCategory, number>
}
