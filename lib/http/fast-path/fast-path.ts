import type { IncomingMessage, ServerResponse } from "node:http"
import type { RouteHandler } from "@/lib/http/route"
import { wantsHtml } from "@/lib/http/wants-html"
import { type ApiRoutes, routeFinder } from "./find-route"
import { sendResponse } from "./send-response"

/** Answers a request and returns true, or returns false and leaves the request untouched. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

export type FastPathOptions = {
  readonly routes: ApiRoutes
  /** The public origin of this service, for the URL that route handlers see. */
  readonly origin: string
  readonly onError: (cause: unknown) => void
}

/** The header with which Next.js's own links fetch a part of a page. */
const PAGE_PART_HEADER = "rsc"

/**
 * Sends a GET of a contract's path directly to its route handler. Next.js's router finds the same handler, but takes about half
 * of the time of a paid call (`npm run bench payments`). All other requests are left to Next.js.
 */
export function createFastPath({ routes, origin, onError }: FastPathOptions): FastPath {
  const find = routeFinder(routes)
  return (incoming, outgoing) => {
    const { method, url = "" } = incoming
    if (method !== "GET" && method !== "HEAD") return false
    const [path = "", ...query] = url.split("?")
    const match = find(path)
    if (match === null) return false
    const request = toRequest(incoming, [origin + match.path, ...query].join("?"))
    if (request === null || (path !== match.path && isForPage(request))) return false
    const params = Promise.resolve(match.segments)
    void respond(match.route[method](request, { params }), incoming, outgoing).catch((cause: unknown) => {
      onError(cause)
      outgoing.destroy()
    })
    return true
  }
}

async function respond(response: ReturnType<RouteHandler>, incoming: IncomingMessage, outgoing: ServerResponse) {
  await sendResponse(await response, { outgoing, acceptEncoding: incoming.headers["accept-encoding"] })
}

/** Without `/api` a page may have the same path. */
function isForPage({ headers }: Request): boolean {
  return headers.has(PAGE_PART_HEADER) || wantsHtml(headers)
}

/** `null` for headers that Node accepts and `Request` rejects. */
function toRequest({ method = "GET", headers }: IncomingMessage, url: string): Request | null {
  try {
    return new Request(url, { method, headers: headers as Record<string, string> })
  } catch {
    return null
  }
}
