import * as alerts from "@/app/api/alerts/route"
import * as alertWatch from "@/app/api/alerts/watch/route"
import * as arena from "@/app/api/arena/snapshot/route"
import * as brief from "@/app/api/brief/route"
import * as changelog from "@/app/api/changelog/route"
import * as context from "@/app/api/context/[coin]/route"
import * as recommend from "@/app/api/defi/recommend/route"
import * as dexAlpha from "@/app/api/dex/alpha/route"
import * as live from "@/app/api/live/route"
import * as openApiBelowApi from "@/app/api/openapi.json/route"
import * as events from "@/app/api/events/route"
import * as geoAlert from "@/app/api/geo/alert/route"
import * as geoEvents from "@/app/api/geo/events/route"
import * as health from "@/app/api/health/route"
import * as institutions from "@/app/api/institutions/route"
import * as etf from "@/app/api/market/etf/route"
import * as marketCandles from "@/app/api/market/candles/route"
import * as overview from "@/app/api/market/overview/route"
import * as marketPrices from "@/app/api/market/prices/route"
import * as odds from "@/app/api/odds/[coin]/route"
import * as ready from "@/app/api/ready/route"
import * as record from "@/app/api/record/route"
import * as recordAnchors from "@/app/api/record/anchors/route"
import * as recordCalls from "@/app/api/record/calls/route"
import * as recordInputs from "@/app/api/record/inputs/route"
import * as regime from "@/app/api/regime/route"
import * as risk from "@/app/api/risk/[coin]/route"
import * as serviceInfo from "@/app/api/route"
import * as signal from "@/app/api/signal/[coin]/route"
import * as stats from "@/app/api/stats/route"
import * as status from "@/app/api/status/route"
import * as stream from "@/app/api/stream/route"
import * as versions from "@/app/api/versions/route"
import * as yields from "@/app/api/yields/route"
import * as llmsText from "@/app/llms.txt/route"
import * as openApi from "@/app/openapi.json/route"
import * as didDocument from "@/app/.well-known/did.json/route"
import * as securityText from "@/app/.well-known/security.txt/route"
import * as mcpServerCard from "@/app/.well-known/mcp/server-card.json/route"
import * as wellKnownX402 from "@/app/.well-known/x402/route"
import type { EndpointId } from "@/lib/endpoints/catalogue"
import type { Route } from "@/lib/server/http/route"

/** The route of each endpoint. The compiler requires a row for every endpoint. */
export const apiRoutes: Readonly<Record<EndpointId, Route>> = {
  service_info: serviceInfo,
  health,
  status,
  stats,
  arena_snapshot: arena,
  record,
  "record-calls": recordCalls,
  "record-inputs": recordInputs,
  "record-anchors": recordAnchors,
  market_prices: marketPrices,
  market_candles: marketCandles,
  versions,
  stream,
  changelog,
  signal,
  context,
  risk,
  odds,
  regime,
  market_overview: overview,
  market_etf: etf,
  events,
  institutions,
  yields,
  defi_recommend: recommend,
  dex_alpha: dexAlpha,
  geo_events: geoEvents,
  geo_alert: geoAlert,
  brief,
  alert_watch: alertWatch,
  alerts,
}

/** Documents outside the catalogue, by path. */
export const documentRoutes: Readonly<Record<string, Route>> = {
  "/openapi.json": openApi,
  "/api/openapi.json": openApiBelowApi,
  "/api/live": live,
  "/api/ready": ready,
  "/llms.txt": llmsText,
  "/.well-known/x402": wellKnownX402,
  "/.well-known/mcp/server-card.json": mcpServerCard,
  "/mcp/server-card": mcpServerCard,
  "/.well-known/did.json": didDocument,
  "/.well-known/security.txt": securityText,
}
