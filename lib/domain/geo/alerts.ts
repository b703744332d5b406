import { compareText } from "@/lib/domain/compare-text"
import { inputLimits } from "@/lib/domain/freshness"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { type GeoEvent, isRecent } from "./geo-event"
import type { NewsProvider, NewsScan } from "./news"
import { isAtLeast, type Severity } from "./severity"

/** An event of high severity that was reported within the asked hours. */
export type Alert = {
  readonly event: GeoEvent
  /** When the event first reached HIGH. */
  readonly openedMs: number
  /** Its severity then, when it has risen since. */
  readonly escalatedFrom: Severity | null
  readonly expiresMs: number
}

export type EndedAlert = {
  readonly event: GeoEvent
  readonly severity: Severity
  readonly endedMs: number
  readonly reason: "expired" | "downgraded"
}

/** An alert ends a day after the last report. */
const ALERT_LIFE_MS = DAY_MS
/** Without such a provider this many outlets are enough. */
const OUTLETS_FOR_CLEAR = 3

/** Alerts within the asked hours, the latest reported first; of one time the most severe. */
export function activeAlerts(
  events: readonly GeoEvent[],
  { hours, least, nowMs }: { readonly hours: number; readonly least: "HIGH" | "CRITICAL"; readonly nowMs: number },
): readonly Alert[] {
  return events
    .filter((event) => isAtLeast(event.assessment.severity, least) && isRecent(event, hours, nowMs))
    .flatMap((event) => {
      const opening = event.history.find(({ assessment }) => isAtLeast(assessment.severity, "HIGH"))
      if (opening === undefined) return []
      const before = opening.assessment.severity
      return [
        {
          event,
          openedMs: opening.atMs,
          escalatedFrom: isAtLeast(before, event.assessment.severity) ? null : before,
          expiresMs: event.lastSeenMs + ALERT_LIFE_MS,
        },
      ]
    })
    .toSorted((a, b) => b.event.lastSeenMs - a.event.lastSeenMs || compareEvents(a.event, b.event))
}

/** Alerts that ended within the requested hours, the latest first, so that corrections stay visible. */
export function endedAlerts(events: readonly GeoEvent[], hours: number, nowMs: number): readonly EndedAlert[] {
  return events
    .flatMap((event) => endOf(event, nowMs))
    .filter(({ endedMs }) => endedMs <= nowMs && nowMs - endedMs <= hours * HOUR_MS)
    .toSorted((a, b) => b.endedMs - a.endedMs || (a.event.id < b.event.id ? -1 : 1))
}

/**
 * Whether a scan without events is CLEAR: news were read, and either a world news provider or several outlets were
 * polled within two hours. Otherwise the state is unknown.
 */
export function isClear({ articles, providers }: NewsScan, nowMs: number): boolean {
  const heard = providers.filter((provider) => isRecentlyPolled(provider, nowMs))
  const isCovered = heard.some(({ coverage }) => coverage === "global") || heard.length >= OUTLETS_FOR_CLEAR
  return articles.length > 0 && isCovered
}

export function isRecentlyPolled({ isOk, lastPollMs }: NewsProvider, nowMs: number): boolean {
  return isOk && lastPollMs !== null && nowMs - lastPollMs <= inputLimits.newsPoll.maxAgeMs
}

/** The most severe first, then the latest reported; then by id, so that the order is always the same. */
export function compareEvents(a: GeoEvent, b: GeoEvent): number {
  const isLess = Number(isAtLeast(b.assessment.severity, a.assessment.severity))
  const isMore = Number(isAtLeast(a.assessment.severity, b.assessment.severity))
  return (
    isLess - isMore || b.lastSeenMs - a.lastSeenMs || b.assessment.score - a.assessment.score || compareText(a.id, b.id)
  )
}

function endOf(event: GeoEvent, nowMs: number): readonly EndedAlert[] {
  const lastHigh = event.history.findLastIndex(({ assessment }) => isAtLeast(assessment.severity, "HIGH"))
  const peak = event.history[lastHigh]
  if (peak === undefined) return []
  const { severity } = peak.assessment
  const after = event.history[lastHigh + 1]
  if (after !== undefined) return [{ event, severity, endedMs: after.atMs, reason: "downgraded" }]
  const endedMs = event.lastSeenMs + ALERT_LIFE_MS
  return endedMs < nowMs ? [{ event, severity, endedMs, reason: "expired" }] : []
}
