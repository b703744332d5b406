import { COINS } from "@/lib/domain/market/coin"
import type { Contract, PaidContract } from "@/lib/api/contract"
import { arenaContract } from "./arena-snapshot/contract"
import { changelogContract } from "./changelog/contract"
import { contextContract } from "./context/contract"
import { defiRecommendContract } from "./defi-recommend/contract"
import { derivativesContract } from "./derivatives/contract"
import { dexAlphaContract } from "./dex-alpha/contract"
import { eventsContract } from "./events/contract"
import { geoAlertContract } from "./geo-alert/contract"
import { geoEventsContract } from "./geo-events/contract"
import { healthContract } from "./health/contract"
import { institutionsContract } from "./institutions/contract"
import { marketCandlesContract } from "./market-candles/contract"
import { marketEtfContract } from "./market-etf/contract"
import { marketOverviewContract } from "./market-overview/contract"
import { marketPerpetualsContract } from "./market-perpetuals/contract"
import { marketPricesContract } from "./market-prices/contract"
import { oddsContract } from "./odds/contract"
import { recordAnchorsContract } from "./record-anchors/contract"
import { recordCallsContract } from "./record-calls/contract"
import { recordInputsContract } from "./record-inputs/contract"
import { recordContract } from "./record/contract"
import { regimeContract } from "./regime/contract"
import { riskContract } from "./risk/contract"
import { sampleContract } from "./sample/contract"
import { serviceInfoContract } from "./service-info/contract"
import { signalContract } from "./signal/contract"
import { statsContract } from "./stats/contract"
import { statusContract } from "./status/contract"
import { streamContract } from "./stream/contract"
import { versionsContract } from "./versions/contract"
import { volatilityContract } from "./volatility/contract"
import { yieldsContract } from "./yields/contract"

/* One row of each endpoint. */

/** Every contract without a price, in the order of the documents. */
export const freeContracts = [
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
  marketPerpetualsContract,
  marketCandlesContract,
  versionsContract,
  streamContract,
  changelogContract,
  sampleContract,
] as const satisfies readonly Contract[]

/** Every contract that sells one answer, in the order of the documents. */
export const answerContracts = [
  signalContract,
  contextContract,
  riskContract,
  oddsContract,
  volatilityContract,
  regimeContract,
  marketOverviewContract,
  derivativesContract,
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

/** A contract without a price. */
export type FreeContract = (typeof freeContracts)[number]

/** The contract without a price of an id. */
export type FreeContractOf<Id extends FreeContract["id"]> = Extract<FreeContract, { readonly id: Id }>

/** Whether a contract sells one answer, which has versions and a panel. */
export function isAnswerContract(contract: Contract): contract is AnswerContract {
  return answerContracts.some(({ id }) => id === contract.id)
}

/** The key of a URL in `/api/versions`: its path, with the parameter that has versions of its own unless it is the default. */
export function versionKeyOf(url: string): string {
  const [path = "", query] = url.replace(/^\/api/, "").split("?")
  const versioned = versionedByPath.get(path)
  const value = versioned && new URLSearchParams(query).get(versioned.name)
  return !value || value === versioned?.usual ? path : `${path}?${versioned?.name}=${value}`
}

const contracts: readonly PaidContract[] = answerContracts

/** The parameter that has versions of its own and its default, by path. */
const versionedByPath = new Map(
  contracts.flatMap(({ path, versionedBy: name, queryParams }) =>
    name === undefined ? [] : [[path as string, { name, usual: queryParams.parse({})[name] }] as const],
  ),
)

/** A key of `/api/versions` with the parameters that it stands for. */
export type VersionKey = { readonly key: string; readonly params: Readonly<Record<string, string>> }

/** Every key of a contract in `/api/versions`. */
export function versionKeysOf({ path, versionedBy: name }: PaidContract): readonly VersionKey[] {
  if (path.includes("{coin}")) return COINS.map((coin) => ({ key: path.replace("{coin}", coin), params: { coin } }))
  if (name === undefined) return [{ key: path, params: {} }]
  return COINS.map((coin) => ({ key: versionKeyOf(`${path}?${name}=${coin}`), params: { [name]: coin } }))
}

/** The contract of each key of `/api/versions`, whether or not the resource can be sold now. */
export const contractByVersionKey: ReadonlyMap<string, AnswerContract> = new Map(
  answerContracts.flatMap((contract) => versionKeysOf(contract).map(({ key }) => [key, contract] as const)),
)

/** Every key of `/api/versions`. */
export const VERSION_KEYS: readonly string[] = [...contractByVersionKey.keys()]
