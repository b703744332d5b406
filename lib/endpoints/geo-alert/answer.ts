import type { ResponseOf } from "@/lib/api/contract"
import type { geoAlertContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import { inputLimits } from "@/lib/domain/freshness"
import { activeAlerts, isClear, type EndedAlert, endedAlerts, isRecentlyPolled } from "@/lib/domain/geo/alerts"
import { findEvents } from "@/lib/domain/geo/geo-event"
import type { GeoAsset, Impacts } from "@/lib/domain/geo/impact"
import type { NewsFeed, NewsScan } from "@/lib/domain/geo/news"
import { isoTime } from "@/lib/domain/utc-day"
import type { AnswerContext, QueryOf } from "@/lib/usecases/answer-meta"
import { geoMeta, type GeoPorts, impactsOf, readPrices, toEventAnswer } from "@/lib/usecases/geo-answer"

type Query = QueryOf<typeof geoAlertContract>
type Answer = ResponseOf<typeof geoAlertContract>

const REFRESH_MS = inputLimits.news.everyMs

/**
 * Active alerts of high severity.
 *
 * @throws {DataUnavailableError} without alerts when too few sources answered to state "clear": sources down, stale, or nothing read.
 */
export async function getGeoAlert(
  query: Query,
  { news, prices, nowMs, mode }: AnswerContext & GeoPorts,
): Promise<Answer> {
  const [scan, closes] = await Promise.all([readAlertNews(query, { news, nowMs }), readPrices(prices)])
  const { events, alerts } = alertsIn(scan.value, query, nowMs)
  const measured = alerts.map((alert) => ({
    alert,
    impacts: impactsOf(alert.event, { prices: closes, events, nowMs }),
  }))
  const polls = scan.value.providers.flatMap(({ lastPollMs }) => lastPollMs ?? [])
  return {
    status: alerts.length === 0 ? "CLEAR" : "ALERT",
    level: levelOf(alerts.map(({ event }) => event.assessment.severity)),
    count: alerts.length,
    alerts: measured.map(({ alert, impacts }) => ({
      ...toEventAnswer(alert.event, impacts),
      opened_at: isoTime(alert.openedMs),
      escalated_from: alert.escalatedFrom,
      expires_at: isoTime(alert.expiresMs),
      ack_key: alert.event.id,
    })),
    affected_assets: affectedBy(measured.map(({ impacts }) => impacts)),
    ended: endedAlerts(events, query.hours, nowMs).map(toEnded),
    checked: checkedOf(scan.value, polls, nowMs),
    next_refresh_at: isoTime(Math.max(nowMs, Math.max(nowMs - REFRESH_MS, ...polls) + REFRESH_MS)),
    timestamp: isoTime(nowMs),
    ...geoMeta({ nowMs, mode }, { news: scan, prices: closes }),
  }
}

/** @throws {DataUnavailableError} without alerts when too few sources answered to state "clear". */
export async function readAlertNews(
  query: Query,
  { news, nowMs }: { readonly news: NewsFeed; readonly nowMs: number },
) {
  const scan = await news.read()
  if (scan === null) throw new DataUnavailableError("The news cannot be read, so the status is unknown.")
  // Events are computed only if "clear" cannot be stated, because finding them is expensive.
  if (!isClear(scan.value, nowMs) && alertsIn(scan.value, query, nowMs).alerts.length === 0) {
    throw new DataUnavailableError("Too few news sources answer to state that there is no alert.")
  }
  return scan
}

function alertsIn(scan: NewsScan, { hours, min_severity }: Query, nowMs: number) {
  const events = findEvents(scan, nowMs)
  return { events, alerts: activeAlerts(events, { hours, least: min_severity, nowMs }) }
}

function levelOf(severities: readonly string[]): Answer["level"] {
  if (severities.length === 0) return null
  return severities.includes("CRITICAL") ? "CRITICAL" : "HIGH"
}

function affectedBy(impacts: readonly Impacts[]): Answer["affected_assets"] {
  const count = (asset: GeoAsset) => ({
    events: impacts.filter((one) => one[asset].alreadyMovedPct !== null).length,
    significant_moves: impacts.filter((one) => one[asset].isSignificant).length,
  })
  return { BTC: count("BTC"), ETH: count("ETH"), GOLD: count("GOLD"), OIL: count("OIL") }
}

function toEnded({ event, severity, endedMs, reason }: EndedAlert): Answer["ended"][number] {
  return { id: event.id, title: event.title, severity, ended_at: isoTime(endedMs), reason }
}

function checkedOf(scan: NewsScan, polls: readonly number[], nowMs: number): Answer["checked"] {
  return {
    sources_ok: scan.providers.filter((provider) => isRecentlyPolled(provider, nowMs)).length,
    sources_total: scan.providers.length,
    articles_scanned: scan.articles.length,
    last_poll_at: polls.length === 0 ? null : isoTime(Math.max(...polls)),
  }
}
