import {
  type DiscoveryOptions,
  llmsTxt,
  mcpServerCard,
  securityTxt,
  wellKnownX402,
} from "@/lib/server/documents/discovery"
import { openApi } from "@/lib/server/documents/openapi"
import { cacheableResponse } from "@/lib/server/http/free-route"
import { createRepresentation, type Representation } from "@/lib/server/http/response"
import { getRoute, NotFoundError, type Route } from "@/lib/server/http/route"
import { config } from "./config"
import { routeOptions } from "./routes"
import { undeliverable } from "./sales-gate"
import { singleton } from "@/lib/server/nextjs/singleton"

/** How long a document may be cached, in seconds. A new deployment changes it. */
const MAX_AGE_S = 60

/** Serves a document that is the same for all clients: a string as text, anything else as JSON, `null` as 404. */
export function documentEndpoint(build: () => unknown): Route {
  let last: { readonly built: unknown; readonly representation: Representation } | null = null
  const get: Parameters<typeof getRoute>[0] = async (request, _context, requestId) => {
    const built = build()
    if (built === null) throw new NotFoundError(new URL(request.url).pathname)
    const isText = typeof built === "string"
    // Builders that are not cached return a new object each time, which is small.
    if (last === null || last.built !== built) {
      last = { built, representation: createRepresentation(isText ? built : JSON.stringify(built)) }
    }
    const contentType = isText ? "text/plain; charset=utf-8" : "application/json"
    return cacheableResponse(last.representation, request, { requestId, maxAgeS: MAX_AGE_S, contentType })
  }
  return getRoute(get, get, routeOptions)
}

export function openApiDocument(): unknown {
  const notSold = undeliverable()
  const last = singleton("openapi", () => ({ key: "", document: null as unknown }))
  // The document is large and changes only when an endpoint begins or stops to be sold.
  const key = JSON.stringify([...notSold])
  if (last.document === null || last.key !== key) {
    const { origin, chain, contact, ownershipProof, mppSecretKey } = config()
    const mpp = mppSecretKey === null ? {} : { mppToken: chain.usdc.address }
    last.document = openApi({ origin, contact, network: chain.network, ownershipProof, notSold, ...mpp })
    last.key = key
  }
  return last.document
}

export function wellKnownX402Document(): unknown {
  return wellKnownX402(discoveryOptions())
}

export function mcpServerCardDocument(): unknown {
  return mcpServerCard(discoveryOptions())
}

export function llmsTextDocument(): string {
  return llmsTxt(discoveryOptions())
}

export function securityTextDocument(): string | null {
  const { origin, contact } = config()
  return securityTxt(origin, contact, Date.now())
}

function discoveryOptions(): DiscoveryOptions {
  const { origin, mode, market, chain, ownershipProof, mppSecretKey } = config()
  const { network } = chain
  return { origin, mode, market, network, ownershipProof, takesMpp: mppSecretKey !== null, notSold: undeliverable() }
}
