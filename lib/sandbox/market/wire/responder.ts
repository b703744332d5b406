import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

/** A request to a simulated provider. `nowMs` is the provider's own clock, `body` the request body. */
export type ProviderRequest = {
  readonly market: SimulatedMarket
  readonly nowMs: number
  readonly url: URL
  readonly body: string
}

/** Handles a provider's paths. `null` if the path is unknown. */
export type Responder = (request: ProviderRequest) => Response | null

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })
}

export function text(body: string, contentType = "text/plain", status = 200): Response {
  return new Response(body, { status, headers: { "content-type": `${contentType}; charset=utf-8` } })
}

/** An integer of the query, or the fallback when it is absent or no number. */
export function integer(url: URL, name: string, fallback: number): number {
  const value = url.searchParams.get(name)
  const number = value === null || value === "" ? fallback : Number(value)
  return Number.isInteger(number) ? number : fallback
}

/** The row limit of the query, at most the provider's limit. */
export function rowLimit(url: URL, { fallback, max }: { readonly fallback: number; readonly max: number }): number {
  return Math.min(max, Math.max(1, integer(url, "limit", fallback)))
}
