import { isOver } from "@/lib/domain/clock"
import type { Contract, Params, ResponseOf } from "@/lib/api/contract"
import {
  createRepresentation,
  machineHeaders,
  matchesEntityTag,
  notModified,
  type Representation,
  representationResponse,
} from "./response"
import { parseRequestParams } from "./request-params"
import { getRoute, jsonResponse, type Route, type RouteOptions } from "./route"

type FreeRouteOptions<C extends Contract> = {
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
  const cached = cache && cachedRepresentations(cache.maxAgeS, () => Date.now())
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

/** In characters, for all cached bodies of one endpoint together. */
const MAX_CACHED_LENGTH = 16_000_000

type Entry = { readonly sinceMs: number; readonly representation: Promise<Representation>; length: number }

/**
 * Keeps the serialised answers of a free endpoint by URL for `maxAgeS` seconds. All requests within that time share one
 * computation, one serialisation and one compression.
 */
export function cachedRepresentations(maxAgeS: number, now: () => number) {
  const byOwner = new WeakMap<object, Map<string, Entry>>()

  /** `owner`: the runtime whose data the answer is made from. */
  return (owner: object, url: string, compute: () => Promise<unknown>): Promise<Representation> => {
    const entries = byOwner.get(owner) ?? new Map<string, Entry>()
    byOwner.set(owner, entries)
    const known = entries.get(url)
    const nowMs = now()
    if (known !== undefined && !isOver({ sinceMs: known.sinceMs, lengthMs: maxAgeS * 1_000, nowMs }))
      return known.representation
    const representation = compute().then((answer) => createRepresentation(JSON.stringify(answer)))
    const entry: Entry = { sinceMs: nowMs, representation, length: 0 }
    entries.delete(url)
    entries.set(url, entry)
    representation.then(
      ({ text }) => {
        entry.length = text.length
        evict(entries)
      },
      // A failure is not cached. The caller handles the rejection.
      () => entries.get(url) === entry && entries.delete(url),
    )
    return representation
  }
}

function evict(entries: Map<string, Entry>): void {
  let total = [...entries.values()].reduce((sum, { length }) => sum + length, 0)
  for (const [url, { length }] of entries) {
    if (total <= MAX_CACHED_LENGTH) return
    entries.delete(url)
    total -= length
  }
}
