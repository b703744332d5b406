import type { AnswerContext } from "@/lib/usecases/answer-meta"
import { activeAlerts, endedAlerts } from "@/lib/domain/geo/alerts"
import { findEvents } from "@/lib/domain/geo/geo-event"
import type { GeoPorts } from "@/lib/usecases/geo-answer"
import { newsDecision, stateOf } from "@/lib/usecases/geo-decision"
import type { Decision } from "@/lib/usecases/resource-versions"
import { readAlertNews } from "./answer"
import { geoAlertContract } from "./contract"

const DEFAULTS = geoAlertContract.queryParams.parse({})

export function geoAlertVersion(
  _: unknown,
  { news, prices, nowMs }: GeoPorts & Pick<AnswerContext, "nowMs">,
): Promise<Decision> {
  const { hours, min_severity: least } = DEFAULTS
  return newsDecision(readAlertNews(DEFAULTS, { news, nowMs }), prices, (scan) => {
    const events = findEvents(scan, nowMs)
    return [
      activeAlerts(events, { hours, least, nowMs }).map(({ event }) => stateOf(event)),
      endedAlerts(events, hours, nowMs).map(({ event, reason }) => [event.id, reason]),
    ]
  })
}
