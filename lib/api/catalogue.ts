import { alertWatchContract } from "./alert-watch"
import { alertsContract } from "./alerts"
import { arenaContract } from "./arena"
import { changelogContract } from "./changelog"
import { contextContract } from "./context"
import type { Contract } from "./contract"
import { defiRecommendContract } from "./defi-recommend"
import { dexAlphaContract } from "./dex-alpha"
import { eventsContract } from "./events"
import { geoAlertContract } from "./geo-alert"
import { geoEventsContract } from "./geo-events"
import { healthContract } from "./health"
import { institutionsContract } from "./institutions"
import { marketCandlesContract } from "./market-candles"
import { marketEtfContract } from "./market-etf"
import { marketOverviewContract } from "./market-overview"
import { marketPricesContract } from "./market-prices"
import { recordContract } from "./record"
import { recordAnchorsContract } from "./record-anchors"
import { recordCallsContract } from "./record-calls"
import { recordInputsContract } from "./record-inputs"
import { regimeContract } from "./regime"
import { riskContract } from "./risk"
import { serviceInfoContract } from "./service-info"
import { signalContract } from "./signal"
import { statsContract } from "./stats"
import { statusContract } from "./status"
import { streamContract } from "./stream"
import { versionsContract } from "./versions"
import { yieldsContract } from "./yields"

/** Every endpoint, in the order of the documents. All other lists are derived from this one. */
export const catalogue = [
  serviceInfoContract,
  healthContract,
  statusContract,
  statsContract,
  arenaContract,
  recordContract,
  recordCallsContract,
  recordInputsContract,
  recordAnchorsContract,
  marketPricesContract,
  marketCandlesContract,
  versionsContract,
  streamContract,
  changelogContract,
  signalContract,
  contextContract,
  riskContract,
  regimeContract,
  marketOverviewContract,
  marketEtfContract,
  eventsContract,
  institutionsContract,
  yieldsContract,
  defiRecommendContract,
  dexAlphaContract,
  geoEventsContract,
  geoAlertContract,
  alertWatchContract,
  alertsContract,
] as const satisfies readonly Contract[]

/** The id of an endpoint. */
export type EndpointId = (typeof catalogue)[number]["id"]

/** Every price, in atomic USDC. */
export function paidPrices(): readonly bigint[] {
  return catalogue.flatMap(({ price }) => (price === null ? [] : [price]))
}

/** The version of the interface, as in its specification, section 9. */
export const INTERFACE_VERSION = "1.0.0"
