import type { AnswerId, ContractOf, FreeContract, FreeContractOf } from "./index"
import type { FreeEndpoint, PaidEndpoint, RoutedEndpoint } from "./endpoint"
import { RECORD, SERVICE } from "./provenance"
import { arenaSnapshot } from "./arena-snapshot/endpoint"
import { changelog } from "./changelog/endpoint"
import { context } from "./context/endpoint"
import { defiRecommend } from "./defi-recommend/endpoint"
import { derivatives } from "./derivatives/endpoint"
import { dexAlpha } from "./dex-alpha/endpoint"
import { events } from "./events/endpoint"
import { geoAlert } from "./geo-alert/endpoint"
import { geoEvents } from "./geo-events/endpoint"
import { health } from "./health/endpoint"
import { institutions } from "./institutions/endpoint"
import { marketCandles } from "./market-candles/endpoint"
import { marketEtf } from "./market-etf/endpoint"
import { marketOverview } from "./market-overview/endpoint"
import { marketPerpetuals } from "./market-perpetuals/endpoint"
import { marketPrices } from "./market-prices/endpoint"
import { odds } from "./odds/endpoint"
import { recordAnchors } from "./record-anchors/endpoint"
import { recordCalls } from "./record-calls/endpoint"
import { recordInputs } from "./record-inputs/endpoint"
import { record } from "./record/endpoint"
import { regime } from "./regime/endpoint"
import { risk } from "./risk/endpoint"
import { sample } from "./sample/endpoint"
import { serviceInfo } from "./service-info/endpoint"
import { signal } from "./signal/endpoint"
import { stats } from "./stats/endpoint"
import { status } from "./status/endpoint"
import { versions } from "./versions/endpoint"
import { volatility } from "./volatility/endpoint"
import { yields } from "./yields/endpoint"

/* The server's side of each endpoint; the compiler requires a row for every contract. */

export const paidEndpoints: { readonly [Id in AnswerId]: PaidEndpoint<ContractOf<Id>> } = {
  signal,
  context,
  risk,
  odds,
  volatility,
  regime,
  market_overview: marketOverview,
  market_etf: marketEtf,
  events,
  institutions,
  yields,
  defi_recommend: defiRecommend,
  derivatives,
  dex_alpha: dexAlpha,
  geo_events: geoEvents,
  geo_alert: geoAlert,
}

export const freeEndpoints: { readonly [Id in FreeId]: FreeEndpoint<FreeContractOf<Id>> } = {
  service_info: serviceInfo,
  health,
  status,
  stats,
  arena_snapshot: arenaSnapshot,
  record,
  "record-calls": recordCalls,
  "record-inputs": recordInputs,
  "record-anchors": recordAnchors,
  market_prices: marketPrices,
  market_perpetuals: marketPerpetuals,
  market_candles: marketCandles,
  versions,
  changelog,
  sample,
}

/** The id of an endpoint without a price that only answers. */
export type FreeId = Exclude<FreeContract["id"], keyof typeof routedEndpoints>

export const routedEndpoints = {
  stream: { provenance: { ...SERVICE, parts: { "data.coins[].*": { source: "price feed" } } } },
  brief: {
    provenance: {
      ...SERVICE,
      parts: {
        "answers[].answer.*": { unit: "as its own answer", source: "as its own answer", window: "as its own answer" },
      },
    },
  },
  history: { provenance: { ...RECORD, parts: { rows: { unit: "count" } } } },
  alert_watch: { provenance: SERVICE },
  alerts: { provenance: SERVICE },
} as const satisfies Readonly<Record<string, RoutedEndpoint>>
