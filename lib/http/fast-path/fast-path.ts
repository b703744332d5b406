import type { IncomingMessage, ServerResponse } from "node:http"
import { errorResponse, type Route, type RouteHandler, type RouteOptions } from "@/lib/http/route"
import { wantsHtml } from "@/lib/http/wants-html"
import { type ApiRoutes, routeFinder } from "./find-route"
import { hasBody, pathOf, screenRequest } from "./screen-request"
import { sendResponse } from "./send-response"

/** Answers a request and returns true, or returns false and leaves the request to Next.js. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

export type FastPathOptions = {
  readonly routes: ApiRoutes
  /** Routes outside the catalogue, by their exact path. */
  readonly documents?: Readonly<Record<string, Route>>
  /** The public origin of this service, for the URL that route handlers see. */
  readonly origin: string
  readonly routeOptions: () => RouteOptions
  readonly onError: (cause: unknown) => void
}

/** The header with which Next.js's own links fetch a part of a page. */
const PAGE_PART_HEADER = "rsc"
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/**
 * The first handler of every request in production. It rejects requests that no route should see, and sends requests for a
 * contract's path directly to its route handler. Next.js's router finds the same handler, but takes about half of the time of a
 * paid call (`npm run bench payments`). All other requests are left to Next.js.
 */
export function createFastPath({ routes, documents = {}, origin, routeOptions, onError }: FastPathOptions): FastPath {
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
    const method = METHODS.find((each) => each === incoming.method)
    if (method === undefined) return false
    const path = pathOf(incoming)
    const match = find(path)
    if (match === null) return false
    const request = toRequest(incoming, origin + match.path + (incoming.url ?? "").slice(path.length))
    if (request === null || (path !== match.path && isForPage(request))) return false
    return send(match.route[method](request, { params: Promise.resolve(match.segments) }), incoming, outgoing)
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
