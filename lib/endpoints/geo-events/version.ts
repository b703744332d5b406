import type { AnswerContext } from "@/lib/usecases/answer-meta"
import { findEvents, isRecent } from "@/lib/domain/geo/geo-event"
import type { GeoPorts } from "@/lib/usecases/geo-answer"
import { newsDecision, stateOf } from "@/lib/usecases/geo-decision"
import type { Decision } from "@/lib/usecases/resource-versions"
import { readNews } from "./answer"
import { geoEventsContract } from "./contract"

const { hours } = geoEventsContract.queryParams.parse({})

export function geoEventsVersion(
  _: unknown,
  { news, prices, nowMs }: GeoPorts & Pick<AnswerContext, "nowMs">,
): Promise<Decision> {
  return newsDecision(readNews({ news, nowMs }), prices, (scan) =>
    findEvents(scan, nowMs).flatMap((event) => (isRecent(event, hours, nowMs) ? [stateOf(event)] : [])),
  )
}
