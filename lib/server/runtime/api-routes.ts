import type { Contract, PaidContract } from "@/lib/api/contract"
import { answerContracts, freeContracts } from "@/lib/endpoints"
import { freeEndpoints, paidEndpoints, type routedEndpoints } from "@/lib/endpoints/answers"
import type { EndpointId } from "@/lib/endpoints/catalogue"
import type { FreeEndpoint, PaidEndpoint } from "@/lib/endpoints/endpoint"
import { freeRoute } from "@/lib/server/http/free-route"
import { paidRoute } from "@/lib/server/http/paid-route"
import type { Route } from "@/lib/server/http/route"
import { alertsEndpoint, alertWatchEndpoint } from "./alerts"
import { type Answer, answers, labelled } from "./answers"
import { briefEndpoint } from "./brief"
import { marketPorts } from "./market-ports"
import { routeOptions } from "./routes"
import { runtime } from "./runtime"
import { servicePorts } from "./service-ports"
import { streamEndpoint } from "./stream"

const routed: Readonly<Record<keyof typeof routedEndpoints, Route>> = {
  stream: streamEndpoint(),
  brief: briefEndpoint(),
  alert_watch: alertWatchEndpoint(),
  alerts: alertsEndpoint(),
}

/* A row's id is that of its contract, so the row's parameters are those of the contract. */
const paid = paidEndpoints as unknown as Readonly<Record<string, PaidEndpoint<PaidContract>>>
const sold = answers as unknown as Readonly<Record<string, Answer<PaidContract>>>
const free = freeEndpoints as unknown as Readonly<Record<string, FreeEndpoint<Contract>>>

/** The route of each endpoint. */
export const apiRoutes = {
  ...Object.fromEntries(answerContracts.flatMap(paidEndpoint)),
  ...Object.fromEntries(freeContracts.flatMap(freeEndpoint)),
  ...routed,
} as Readonly<Record<EndpointId, Route>>

type Entry = readonly [id: string, route: Route]

function paidEndpoint(contract: PaidContract): readonly Entry[] {
  const [endpoint, answer] = [paid[contract.id], sold[contract.id]]
  if (endpoint === undefined || answer === undefined) return []
  const { check } = endpoint
  const checkNow = check && (async (params: Parameters<typeof check>[0]) => check(params, await marketPorts()))
  return [[contract.id, paidRoute(contract, answer, routeOptions, async () => (await runtime()).gate, checkNow)]]
}

function freeEndpoint(contract: Contract): readonly Entry[] {
  const endpoint = free[contract.id]
  if (endpoint === undefined) return []
  const { answer, statusOf: statusFor, maxAgeS } = endpoint
  const route = freeRoute(
    contract,
    labelled(async (params) => answer(params, await servicePorts())),
    routeOptions,
    {
      ...(statusFor && { statusFor }),
      ...(maxAgeS !== undefined && { cache: { maxAgeS, owner: runtime } }),
    },
  )
  return [[contract.id, route]]
}
