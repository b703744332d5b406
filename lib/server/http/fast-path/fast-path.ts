import type { IncomingMessage, ServerResponse } from "node:http"
import {
  errorResponse,
  type Route,
  type RouteHandler,
  type RouteOptions,
  MethodNotAllowedError,
  NotFoundError,
} from "@/lib/server/http/route"
import { PAGE_PART_HEADER, wantsHtml } from "@/lib/server/http/wants-html"
import { PayloadTooLargeError } from "@/lib/server/http/problem"
import type { AppError } from "@/lib/domain/errors"
import { catalogue, type EndpointId } from "@/lib/endpoints/catalogue"
import { underApi } from "@/lib/api/contract"
import type { PathSegments } from "@/lib/server/http/request-params"
import { clientAddress } from "@/lib/server/http/client-address"
import { sendResponse } from "./send-response"

/** Answers a request and returns true, or returns false and leaves the request to Next.js. */
type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

type FastPathOptions = {
  readonly routes: ApiRoutes
  /** Routes outside the catalogue, by their exact path. */
  readonly documents?: Readonly<Record<string, Route>>
  /** The public origin of this service, for the URL that route handlers see. */
  readonly origin: string
  /** The header in which a proxy writes the client's address. */
  readonly clientHeader: string | null
  readonly routeOptions: () => RouteOptions
  readonly onError: (cause: unknown) => void
}

/** OPTIONS is left to Next.js. */
const ROUTED_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/**
 * The first handler of every request in production. It rejects requests that no route should see, and sends requests for a
 * contract's path directly to its route handler. Next.js's router finds the same handler, but takes about half of the time of a
 * paid call (`npm run bench payments`). All other requests are left to Next.js.
 */
export function createFastPath({
  routes,
  documents = {},
  origin,
  clientHeader,
  routeOptions,
  onError,
}: FastPathOptions): FastPath {
  const find = routeFinder(routes, documents)

  function send(response: Promise<Response>, incoming: IncomingMessage, outgoing: ServerResponse): true {
    // The body is not read, so the connection cannot be used again.
    if (hasBody(incoming)) outgoing.shouldKeepAlive = false
    void respond(response, incoming, outgoing).catch((cause: unknown) => {
      onError(cause)
      outgoing.destroy()
    })
    return true
  }

  return (incoming, outgoing) => {
    const error = screenRequest(incoming)
    if (error !== null) {
      const target = { method: incoming.method ?? "", path: pathOf(incoming) }
      return send(Promise.resolve(errorResponse(error, target, routeOptions())), incoming, outgoing)
    }
    const method = ROUTED_METHODS.find((each) => each === incoming.method)
    if (method === undefined) return false
    const path = pathOf(incoming)
    const match = find(path)
    if (match === null) return false
    const request = toRequest(incoming, origin + match.path + (incoming.url ?? "").slice(path.length))
    if (request === null || (path !== match.path && isForPage(request))) return false
    const context = { params: Promise.resolve(match.segments), client: clientAddress(incoming, clientHeader) }
    return send(match.route[method](request, context), incoming, outgoing)
  }
}

async function respond(response: ReturnType<RouteHandler>, incoming: IncomingMessage, outgoing: ServerResponse) {
  await sendResponse(await response, { outgoing, acceptEncoding: incoming.headers["accept-encoding"] })
}

/** Without `/api` a page may have the same path. */
function isForPage({ headers }: Request): boolean {
  return headers.has(PAGE_PART_HEADER) || wantsHtml(headers)
}

/** `null` for headers that Node accepts and `Request` rejects. The body is left unread: these routes take none. */
function toRequest({ method = "GET", headers }: IncomingMessage, url: string): Request | null {
  try {
    return new Request(url, { method, headers: headers as Record<string, string> })
  } catch {
    return null
  }
}

/** The largest body that any endpoint reads. */
const MAX_BODY_BYTES = 262_144

const PAGE_METHODS = ["GET", "HEAD", "OPTIONS"]
const METHODS = new Set([...PAGE_METHODS, "POST", "PUT", "PATCH", "DELETE"])
/** Below these paths Next.js finds a route handler, which answers every method itself. */
const HAS_ROUTE_HANDLERS = /^\/(?:api|mcp)(?:\/|$)/
const API_IN_OTHER_CASE = /^\/(?:api|mcp)(?:\/|$)/i

/**
 * Rejects requests that no route handler should see: unknown methods, the target `*`, bodies above the limit, and bodies for
 * pages. An absolute-form target becomes its path, as RFC 9112 section 3.2.2 requires of an origin server.
 *
 * @returns the error to answer with; `null` for a request that may go on
 */
function screenRequest(incoming: IncomingMessage): AppError | null {
  const { method = "", url = "" } = incoming
  if (!METHODS.has(method)) return new MethodNotAllowedError(method, PAGE_METHODS)
  if (url === "*") return new MethodNotAllowedError(`${method} *`, PAGE_METHODS)
  if (!url.startsWith("/")) {
    if (!URL.canParse(url)) return new NotFoundError(url)
    const { pathname, search } = new URL(url)
    incoming.url = pathname + search
  }
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return new PayloadTooLargeError(MAX_BODY_BYTES)
  const path = pathOf(incoming)
  if (!HAS_ROUTE_HANDLERS.test(path)) {
    if (API_IN_OTHER_CASE.test(path) && !wantsHtml(toHeaders(incoming))) return new NotFoundError(path)
    if (!PAGE_METHODS.includes(method)) return new MethodNotAllowedError(method, PAGE_METHODS)
  }
  // Next.js would answer an unknown path below `/mcp` with an HTML page.
  if (path.startsWith("/mcp/") && path !== "/mcp/server-card" && !wantsHtml(toHeaders(incoming)))
    return new NotFoundError(path)
  return null
}

/** Whether the client sends a body, read or not. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? ""
}

function toHeaders({ headers }: IncomingMessage): Headers {
  const { accept } = headers
  return new Headers(accept === undefined ? {} : { accept })
}

export type ApiRoutes = Readonly<Record<EndpointId, Route>>

/** A route, its path below `/api`, and the values of the path's placeholders. */
type RouteMatch = { readonly route: Route; readonly path: string; readonly segments: PathSegments | undefined }

/**
 * Finds routes by the paths of the contracts, with or without `/api`. Any other spelling (a trailing slash, a `%`) is
 * `null` and is left to Next.js.
 */
function routeFinder(
  routes: ApiRoutes,
  documents: Readonly<Record<string, Route>> = {},
): (path: string) => RouteMatch | null {
  const exact = new Map(Object.entries(documents).map(([path, route]) => [path, { route, path, segments: undefined }]))
  const fixed = new Map<string, RouteMatch>()
  const parameterized: { readonly pattern: RegExp; readonly route: Route }[] = []
  for (const { id, path } of catalogue) {
    const route = routes[id]
    if (path.includes("{")) parameterized.push({ pattern: patternOf(path), route })
    else fixed.set(underApi(path), { route, path: underApi(path), segments: undefined })
  }
  return (requested) => {
    const document = exact.get(requested)
    if (document !== undefined) return document
    const path = requested === "/api" || requested.startsWith("/api/") ? requested : underApi(requested)
    const known = fixed.get(path)
    if (known !== undefined) return known
    for (const { pattern, route } of parameterized) {
      const match = pattern.exec(path)
      if (match) return { route, path, segments: { ...match.groups } }
    }
    return null
  }
}

/** A segment matches unreserved characters only. Next.js decodes all others. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${underApi(path).replace(/\{(\w+)\}/g, "(?<$1>[\\w.~-]+)")}$`)
}
