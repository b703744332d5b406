import { alertWatchContract } from "./alert-watch/contract"
import { alertsContract } from "./alerts/contract"
import { arenaContract } from "./arena-snapshot/contract"
import { briefContract } from "./brief/contract"
import { changelogContract } from "./changelog/contract"
import { type Contract, isPaid, type PaidContract } from "@/lib/api/contract"
import { healthContract } from "./health/contract"
import { marketCandlesContract } from "./market-candles/contract"
import { marketPricesContract } from "./market-prices/contract"
import { recordContract } from "./record/contract"
import { recordAnchorsContract } from "./record-anchors/contract"
import { recordCallsContract } from "./record-calls/contract"
import { recordInputsContract } from "./record-inputs/contract"
import { serviceInfoContract } from "./service-info/contract"
import { answerContracts } from "./index"
import { statsContract } from "./stats/contract"
import { statusContract } from "./status/contract"
import { streamContract } from "./stream/contract"
import { versionsContract } from "./versions/contract"

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

const contracts: readonly Contract[] = catalogue

/** The contract of a paid endpoint. */
export function paidContract(endpoint: string): PaidContract | undefined {
  return contracts.filter(isPaid).find(({ id }) => id === endpoint)
}

/** Every price, in atomic USDC. */
export function paidPrices(): readonly bigint[] {
  return catalogue.flatMap(({ price }) => (price === null ? [] : [price]))
}
