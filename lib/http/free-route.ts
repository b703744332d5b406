import type { Contract, Params, ResponseOf } from "@/lib/api/contract"
import { cachedRepresentations } from "./cached-representations"
import { matchesEntityTag, notModified, machineHeaders, type Representation, representationResponse } from "./response"
import { parseRequestParams } from "./request-params"
import { getRoute, jsonResponse, type Route, type RouteOptions } from "./route"

export type FreeRouteOptions<C extends Contract> = {
  /** Lets `/health` answer 503 with a body. */
  readonly statusFor?: (answer: ResponseOf<C>) => number
  /**
   * How long an answer may be shared, in seconds; absent: answers are not cached. `owner`: the runtime that answers are made
   * from.
   */
  readonly cache?: { readonly maxAgeS: number; readonly owner: () => Promise<object> }
}

/** Serves a contract without a price. */
export function freeRoute<C extends Contract>(
  contract: C,
  handle: (params: Params<C>) => Promise<ResponseOf<C>>,
  options: () => RouteOptions,
  { statusFor = () => 200, cache }: FreeRouteOptions<C> = {},
): Route {
  const cached = cache && cachedRepresentations(cache.maxAgeS, Date.now)
  const get: Parameters<typeof getRoute>[0] = async (request, context, requestId) => {
    const { params, url } = parseRequestParams(contract, await context.params, new URL(request.url).searchParams)
    if (cache !== undefined && cached !== undefined) {
      const representation = await cached(await cache.owner(), url, () => handle(params))
      return cacheableResponse(representation, request, { requestId, maxAgeS: cache.maxAgeS })
    }
    const answer = await handle(params)
    return jsonResponse(answer, requestId, statusFor(answer))
  }
  return getRoute(get, get, options)
}

type Caching = { readonly requestId: string; readonly maxAgeS: number; readonly contentType?: string }

/** A 200 with `ETag` and `Cache-Control`, or a 304 where the client has the same content. */
export function cacheableResponse(
  representation: Representation,
  request: Request,
  { requestId, maxAgeS, contentType = "application/json" }: Caching,
): Response {
  const { etag } = representation
  const cacheControl = { "Cache-Control": `public, max-age=${maxAgeS}` }
  if (matchesEntityTag(request.headers.get("if-none-match"), etag)) return notModified(etag, requestId, cacheControl)
  const headers = { ...machineHeaders(requestId), ...cacheControl, "Content-Type": contentType, ETag: etag }
  return representationResponse(representation, { headers })
}
