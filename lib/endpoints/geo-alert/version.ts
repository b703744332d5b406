import type { AnswerContext, QueryOf } from "@/lib/usecases/answer-meta"
import { GEO_METHOD_VERSION } from "@/lib/domain/geo/geo-event"
import type { GeoPorts } from "@/lib/usecases/geo-answer"
import { shownOf } from "@/lib/usecases/geo-decision"
import type { Decision } from "@/lib/usecases/resource-versions"
import { getGeoAlert, readAlertNews } from "./answer"
import { geoAlertContract } from "./contract"

const DEFAULTS = geoAlertContract.queryParams.parse({})

type Ports = GeoPorts & AnswerContext

export async function geoAlertVersion(_: unknown, ports: Ports): Promise<Decision> {
  const [{ asOfMs }, decision] = await Promise.all([
    readAlertNews(DEFAULTS, ports),
    geoAlertQueryDecision(DEFAULTS, ports),
  ])
  return { decision, dataAsOfMs: asOfMs }
}

/** The alerts that are shown, open and ended. Alerts end with time, without a new article. */
export async function geoAlertQueryDecision(query: QueryOf<typeof geoAlertContract>, ports: Ports): Promise<unknown> {
  const { status, level, alerts, affected_assets, ended } = await getGeoAlert(query, ports)
  const open = alerts.map((alert) => {
    const { opened_at: _opened, expires_at: _expires, ...shown } = shownOf(alert)
    return shown
  })
  return [
    GEO_METHOD_VERSION,
    status,
    level,
    open,
    affected_assets,
    ended.map(({ id, severity, reason }) => [id, severity, reason]),
  ]
}
