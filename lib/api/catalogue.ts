import { alertWatchContract } from "./alert-watch"
import { alertsContract } from "./alerts"
import { arenaContract } from "./arena"
import { briefContract } from "./brief"
import { changelogContract } from "./changelog"
import type { Contract } from "./contract"
import { healthContract } from "./health"
import { marketCandlesContract } from "./market-candles"
import { marketPricesContract } from "./market-prices"
import { recordContract } from "./record"
import { recordAnchorsContract } from "./record-anchors"
import { recordCallsContract } from "./record-calls"
import { recordInputsContract } from "./record-inputs"
import { serviceInfoContract } from "./service-info"
import { answerContracts } from "./answer-contracts"
import { statsContract } from "./stats"
import { statusContract } from "./status"
import { streamContract } from "./stream"
import { versionsContract } from "./versions"

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
  ...answerContracts,
  briefContract,
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
