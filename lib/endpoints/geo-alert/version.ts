import type { AnswerContext, QueryOf } from "@/lib/usecases/answer-meta"
import { activeAlerts, endedAlerts } from "@/lib/domain/geo/alerts"
import { findEvents } from "@/lib/domain/geo/geo-event"
import type { NewsScan } from "@/lib/domain/geo/news"
import type { GeoPorts } from "@/lib/usecases/geo-answer"
import { newsDecision, stateOf } from "@/lib/usecases/geo-decision"
import type { Decision } from "@/lib/usecases/resource-versions"
import { readAlertNews } from "./answer"
import { geoAlertContract } from "./contract"

type Query = QueryOf<typeof geoAlertContract>

const DEFAULTS = geoAlertContract.queryParams.parse({})

type Ports = GeoPorts & Pick<AnswerContext, "nowMs">

export function geoAlertVersion(_: unknown, { news, prices, nowMs }: Ports): Promise<Decision> {
  return newsDecision(readAlertNews(DEFAULTS, { news, nowMs }), prices, (scan) => alertStates(scan, DEFAULTS, nowMs))
}

/** The alerts of another period or severity open and end at other times. */
export async function geoAlertQueryDecision(query: Query, { news, nowMs }: Ports): Promise<unknown> {
  return alertStates((await readAlertNews(query, { news, nowMs })).value, query, nowMs)
}

function alertStates(scan: NewsScan, { hours, min_severity: least }: Query, nowMs: number) {
  const events = findEvents(scan, nowMs)
  return [
    activeAlerts(events, { hours, least, nowMs }).map(({ event }) => stateOf(event)),
    endedAlerts(events, hours, nowMs).map(({ event, reason }) => [event.id, reason]),
  ]
}
