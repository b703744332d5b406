import { type DiscoveryOptions, llmsTxt, securityTxt, wellKnownX402 } from "@/lib/api/discovery"
import { openApi } from "@/lib/api/openapi"
import { getRoute, jsonResponse, NotFoundError, type Route, textResponse } from "@/lib/http/route"
import { config } from "./config"
import { routeOptions } from "./routes"
import { singleton } from "@/lib/nextjs/singleton"

/** Serves a document that is the same for all clients: a string as text, anything else as JSON, `null` as 404. */
export function documentEndpoint(build: () => unknown): Route {
  const get: Parameters<typeof getRoute>[0] = async (request, _context, requestId) => {
    const built = build()
    if (built === null) throw new NotFoundError(new URL(request.url).pathname)
    return typeof built === "string" ? textResponse(built, requestId) : jsonResponse(built, requestId)
  }
  return getRoute(get, get, routeOptions)
}

export function openApiDocument(): unknown {
  return singleton("openapi", () => {
    const { origin, chain, contact } = config()
    return openApi({ origin, contact, network: chain.network })
  })
}

export function wellKnownX402Document(): unknown {
  return wellKnownX402(discoveryOptions())
}

export function llmsTextDocument(): string {
  return llmsTxt(discoveryOptions())
}

export function securityTextDocument(): string | null {
  const { origin, contact } = config()
  return securityTxt(origin, contact, Date.now())
}

function discoveryOptions(): DiscoveryOptions {
  const { origin, mode, chain } = config()
  return { origin, mode, network: chain.network }
}
