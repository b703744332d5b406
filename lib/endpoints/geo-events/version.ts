import type { AnswerContext, QueryOf } from "@/lib/usecases/answer-meta"
import { GEO_METHOD_VERSION } from "@/lib/domain/geo/geo-event"
import type { GeoPorts } from "@/lib/usecases/geo-answer"
import { shownOf } from "@/lib/usecases/geo-decision"
import type { Decision } from "@/lib/usecases/resource-versions"
import { getGeoEvents, readNews } from "./answer"
import { geoEventsContract } from "./contract"

const DEFAULTS = geoEventsContract.queryParams.parse({})

type Ports = GeoPorts & AnswerContext

export async function geoEventsVersion(_: unknown, ports: Ports): Promise<Decision> {
  const [{ asOfMs }, decision] = await Promise.all([readNews(ports), geoEventsQueryDecision(DEFAULTS, ports)])
  return { decision, dataAsOfMs: asOfMs }
}

/** The events that are shown. An article of none of them changes nothing; with time, events leave the answer without an article. */
export async function geoEventsQueryDecision(query: QueryOf<typeof geoEventsContract>, ports: Ports): Promise<unknown> {
  const { events, total, summary } = await getGeoEvents(query, ports)
  const { index: _, ...counts } = summary
  return [GEO_METHOD_VERSION, events.map(shownOf), total, counts]
}
