import type { Params } from "@/lib/api/contract"
import {
  answerContracts,
  type AnswerId,
  type ContractOf,
  type FreeContract,
  type FreeContractOf,
  freeContracts,
} from "@/lib/endpoints"
import { freeEndpoints, type FreeId, paidEndpoints, type routedEndpoints } from "@/lib/endpoints/answers"
import type { EndpointId } from "@/lib/endpoints/catalogue"
import type { FreeEndpoint, PaidEndpoint } from "@/lib/endpoints/endpoint"
import { freeRoute } from "@/lib/server/http/free-route"
import { paidRoute } from "@/lib/server/http/paid-route"
import type { Route } from "@/lib/server/http/route"
import type { PaymentGate } from "@/lib/x402/payment-service"
import { alertsEndpoint, alertWatchEndpoint } from "./alerts"
import { type Answer, answers, labelled } from "./answers"
import { briefEndpoint } from "./brief"
import { historyEndpoint } from "./history"
import { marketPorts } from "./market-ports"
import { routeOptions } from "./routes"
import { runtime } from "./runtime"
import { servicePorts } from "./service-ports"
import { streamEndpoint } from "./stream"

const routed: Readonly<Record<keyof typeof routedEndpoints, Route>> = {
  stream: streamEndpoint(),
  brief: briefEndpoint(),
  history: historyEndpoint(),
  alert_watch: alertWatchEndpoint(),
  alerts: alertsEndpoint(),
}

/** The route of each endpoint. */
export const apiRoutes = {
  ...Object.fromEntries(answerContracts.map((contract) => paidEndpoint(contract))),
  ...Object.fromEntries(freeContracts.filter(isAnswered).map((contract) => freeEndpoint(contract.id, contract))),
  ...routed,
} as Readonly<Record<EndpointId, Route>>

type Entry = readonly [id: string, route: Route]

async function gate(): Promise<PaymentGate> {
  return (await runtime()).gate
}

function paidEndpoint<Id extends AnswerId>(contract: ContractOf<Id> & { readonly id: Id }): Entry {
  const { check }: PaidEndpoint<ContractOf<Id>> = paidEndpoints[contract.id]
  const answer: Answer<ContractOf<Id>> = answers[contract.id]
  const checkNow = check && (async (params: Params<ContractOf<Id>>) => check(params, await marketPorts()))
  return [contract.id, paidRoute<ContractOf<Id>>(contract, answer, routeOptions, gate, checkNow)]
}

/** Whether the endpoint has no route of its own. */
function isAnswered(contract: FreeContract): contract is FreeContractOf<FreeId> {
  return contract.id in freeEndpoints
}

function freeEndpoint<Id extends FreeId>(id: Id, contract: FreeContractOf<Id>): Entry {
  const endpoint: FreeEndpoint<FreeContractOf<Id>> = freeEndpoints[id]
  const { answer, statusOf: statusFor, maxAgeS } = endpoint
  const handle = async (params: Params<FreeContractOf<Id>>) => answer(params, await servicePorts())
  const route = freeRoute<FreeContractOf<Id>>(contract, labelled(handle), routeOptions, {
    ...(statusFor && { statusFor }),
    ...(maxAgeS !== undefined && { cache: { maxAgeS, owner: runtime } }),
  })
  return [id, route]
}
