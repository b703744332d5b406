import type { Contract, Params, ResponseOf } from "@/lib/api/contract"
import { parseRequestParams } from "./request-params"
import { getRoute, jsonResponse, type Route, type RouteOptions } from "./route"

/** Serves a contract without a price. `statusFor` lets `/health` answer 503 with a body. */
export function freeRoute<C extends Contract>(
  contract: C,
  handle: (params: Params<C>) => Promise<ResponseOf<C>>,
  options: () => RouteOptions,
  statusFor: (answer: ResponseOf<C>) => number = () => 200,
): Route {
  const get: Parameters<typeof getRoute>[0] = async (request, context, requestId) => {
    const { params } = parseRequestParams(contract, await context.params, new URL(request.url).searchParams)
    const answer = await handle(params)
    return jsonResponse(answer, requestId, statusFor(answer))
  }
  return getRoute(get, get, options)
}
