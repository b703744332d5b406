import { COINS } from "@/lib/domain/market/coin"
import { contextContract } from "./context/contract"
import type { Contract, PaidContract } from "@/lib/api/contract"
import { defiRecommendContract } from "./defi-recommend/contract"
import { dexAlphaContract } from "./dex-alpha/contract"
import { eventsContract } from "./events/contract"
import { geoAlertContract } from "./geo-alert/contract"
import { geoEventsContract } from "./geo-events/contract"
import { institutionsContract } from "./institutions/contract"
import { marketEtfContract } from "./market-etf/contract"
import { marketOverviewContract } from "./market-overview/contract"
import { oddsContract } from "./odds/contract"
import { regimeContract } from "./regime/contract"
import { riskContract } from "./risk/contract"
import { signalContract } from "./signal/contract"
import { yieldsContract } from "./yields/contract"

/** Every contract that sells one answer, in the order of the documents. */
export const answerContracts = [
  signalContract,
  contextContract,
  riskContract,
  oddsContract,
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
] as const satisfies readonly PaidContract[]

type AnswerContract = (typeof answerContracts)[number]

/** The id of a contract that sells one answer. */
export type AnswerId = AnswerContract["id"]

/** The contract of an id. */
export type ContractOf<Id extends AnswerId> = Extract<AnswerContract, { readonly id: Id }>

/** Whether a contract sells one answer, which has versions and a panel. */
export function isAnswerContract(contract: Contract): contract is AnswerContract {
  return answerContracts.some(({ id }) => id === contract.id)
}

/**
 * The key of a URL in `/api/versions`. `/market/etf` has one version for each coin, because the funds of each coin report
 * separately. All other parameters share the version of their path.
 */
export function versionKeyOf(url: string): string {
  const [path = "", query] = url.replace(/^\/api/, "").split("?")
  const asset = path === marketEtfContract.path ? new URLSearchParams(query).get("asset") : null
  return asset === null || asset === DEFAULT_FUNDS ? path : `${path}?asset=${asset}`
}

const DEFAULT_FUNDS = marketEtfContract.queryParams.parse({}).asset

/** The contract of each key of `/api/versions`, whether or not the resource can be sold now. */
export const contractByVersionKey: ReadonlyMap<string, AnswerContract> = new Map(
  answerContracts.flatMap((contract) => keysOf(contract).map((key) => [key, contract] as const)),
)

/** Every key of `/api/versions`. */
export const VERSION_KEYS: readonly string[] = [...contractByVersionKey.keys()]

function keysOf({ id, path }: Contract): readonly string[] {
  if (id === marketEtfContract.id) return COINS.map((coin) => versionKeyOf(`${path}?asset=${coin}`))
  return path.includes("{coin}") ? COINS.map((coin) => path.replace("{coin}", coin)) : [path]
}
