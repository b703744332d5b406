import { openApi } from "@/lib/api/openapi"
import { getRoute, jsonResponse, NotFoundError, type Route } from "@/lib/http/route"
import { config } from "./config"
import { routeOptions } from "./routes"
import { singleton } from "./singleton"

/** Serves a document that is the same for everybody until the next deployment; 404 for `null`. */
export function document(build: () => unknown): Route {
  const get: Parameters<typeof getRoute>[0] = async (request, _context, requestId) => {
    const built = build()
    if (built === null) throw new NotFoundError(new URL(request.url).pathname)
    return jsonResponse(built, requestId)
  }
  return getRoute(get, get, routeOptions)
}

export function openApiDocument(): unknown {
  return singleton("openapi", () => {
    const { origin, chain, contact } = config()
    return openApi({ origin, contact, network: chain.network })
  })
}
