import type { FreeEndpoints, NoQuery, PaidEndpoints } from "./answers.js"
import { BuyerError } from "./errors.js"

type PathOf<R extends string> = R extends `${infer Path}?${string}` ? Path : R

/** A path below `/api`, with or without a query: `/signal/BTC`, `/market/etf?asset=ETH`. */
type WithQuery<Endpoints> = (keyof Endpoints & string) | `${keyof Endpoints & string}?${string}`

/**
 * A paid resource.
 *
 * @example
 * const watched: readonly PaidResource[] = ["/signal/BTC", "/market/etf?asset=ETH"]
 */
export type PaidResource = WithQuery<PaidEndpoints>

/**
 * A free resource.
 *
 * @example
 * const resource: FreeResource = "/market/prices"
 */
export type FreeResource = WithQuery<FreeEndpoints>

/**
 * The answer of a paid resource.
 *
 * @example
 * function show({ signal }: AnswerOf<"/signal/BTC">) {
 *   console.log(signal.direction)
 * }
 */
export type AnswerOf<R extends PaidResource> = PaidEndpoints[PathOf<R> & keyof PaidEndpoints]["answer"]

/**
 * The answer of a free resource.
 *
 * @example
 * const { coins }: FreeAnswerOf<"/market/prices"> = await buyer.get("/market/prices")
 */
export type FreeAnswerOf<R extends FreeResource> = FreeEndpoints[PathOf<R> & keyof FreeEndpoints]["answer"]

type EndpointQuery<Endpoints, R extends string> = Endpoints[PathOf<R> & keyof Endpoints] extends {
  readonly query: infer Q
}
  ? Q
  : NoQuery

type TextOf<T> = T extends readonly unknown[] ? string : `${T & (string | number | boolean)}`

type IsParameter<Q, S extends string> = S extends `${infer Name}=${infer Value}`
  ? Name extends keyof Q
    ? Value extends TextOf<Exclude<Q[Name], undefined>>
      ? true
      : false
    : false
  : false

type AreParameters<Q, S extends string> = S extends `${infer First}&${infer Rest}`
  ? IsParameter<Q, First> extends true
    ? AreParameters<Q, Rest>
    : false
  : IsParameter<Q, S>

/** The resource, if its path has only parameters of the endpoint. A text that is known only at run time is not checked. */
type Checked<Endpoints, R extends string> = R extends `${infer Path}?${infer Query}`
  ? string extends Query
    ? R
    : EndpointQuery<Endpoints, R> extends infer Q extends object
      ? Q extends NoQuery
        ? Path
        : AreParameters<Q, Query> extends true
          ? R
          : `${Path}?${keyof Q & string}=…`
      : never
  : R

export type CheckedPaid<R extends PaidResource> = Checked<PaidEndpoints, R>
export type CheckedFree<R extends FreeResource> = Checked<FreeEndpoints, R>

/** The `query` of a call. A resource that has its query in the path needs none. */
type QueryOption<Q, R extends string> = R extends `${string}?${string}`
  ? { readonly query?: Partial<Q> }
  : Q extends NoQuery
    ? { readonly query?: Q }
    : object extends Q
      ? { readonly query?: Q }
      : { readonly query: Q }

export type PaidQuery<R extends PaidResource> = QueryOption<EndpointQuery<PaidEndpoints, R>, R>
export type FreeQuery<R extends FreeResource> = QueryOption<EndpointQuery<FreeEndpoints, R>, R>

/** Arguments after the resource: the options may be left out unless one of them is required. */
export type Arguments<Options> = object extends Options ? [options?: Options] : [options: Options]

/** @throws {BuyerError} `invalid_option` */
export function urlOf(origin: string, resource: string, query: object = {}): URL {
  if (!resource.startsWith("/") || /^\/(?:api(?:[/?]|$)|\/)/.test(resource)) {
    throw new BuyerError("invalid_option", `resource: ${resource} is not a path below /api, such as /signal/BTC.`)
  }
  const url = new URL(`/api${resource === "/" ? "" : resource}`, origin)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  const { searchParams } = url
  // The service takes a repeated parameter for a list, and names it with commas in the 402.
  for (const name of new Set(searchParams.keys())) searchParams.set(name, searchParams.getAll(name).join(","))
  searchParams.sort()
  return url
}

/** The name of a purchase: the same for every spelling of a URL. */
export function resourceOf(url: URL): string {
  return url.pathname.slice("/api".length) + url.search
}
