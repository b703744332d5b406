import type { AnswerContext, QueryOf } from "@/lib/usecases/answer-meta"
import { findEvents, isRecent } from "@/lib/domain/geo/geo-event"
import type { GeoPorts } from "@/lib/usecases/geo-answer"
import { newsDecision, stateOf } from "@/lib/usecases/geo-decision"
import type { Decision } from "@/lib/usecases/resource-versions"
import { isWanted, readNews } from "./answer"
import { geoEventsContract } from "./contract"

const { hours } = geoEventsContract.queryParams.parse({})

type Ports = GeoPorts & Pick<AnswerContext, "nowMs">

export function geoEventsVersion(_: unknown, { news, prices, nowMs }: Ports): Promise<Decision> {
  return newsDecision(readNews({ news, nowMs }), prices, (scan) =>
    findEvents(scan, nowMs).flatMap((event) => (isRecent(event, hours, nowMs) ? [stateOf(event)] : [])),
  )
}

/** The events of another period leave the answer at other times. */
export async function geoEventsQueryDecision(
  query: QueryOf<typeof geoEventsContract>,
  { news, nowMs }: Ports,
): Promise<unknown> {
  const { value: scan } = await readNews({ news, nowMs })
  return findEvents(scan, nowMs).flatMap((event) => (isWanted(event, query, nowMs) ? [stateOf(event)] : []))
}
