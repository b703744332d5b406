import { alertWatchContract } from "./alert-watch/contract"
import { alertsContract } from "./alerts/contract"
import { briefContract } from "./brief/contract"
import { type Contract, fillPath, isPaid, type PaidContract, underApi } from "@/lib/api/contract"
import { COINS } from "@/lib/domain/market/coin"
import { historyContract } from "./history/contract"
import { answerContracts, freeContracts } from "./index"

/** Every endpoint, in the order of the documents. The last four combine or watch the others. */
export const catalogue = [
  ...freeContracts,
  ...answerContracts,
  briefContract,
  historyContract,
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

/** Paths of the paid resources that a catalogue may list, one for each coin: `/api/signal/BTC`. */
export function listedResourcePaths(): readonly string[] {
  return contracts
    .filter((contract) => isPaid(contract) && contract.isListed !== false)
    .flatMap(({ path }) => (path.includes("{coin}") ? COINS.map((coin) => fillPath(path, { coin })) : [path]))
    .map(underApi)
}
