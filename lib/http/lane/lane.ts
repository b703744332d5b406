import type { IncomingMessage, ServerResponse } from "node:http"
import type { RouteHandler } from "@/lib/http/route"
import { wantsHtml } from "@/lib/http/wants-html"
import { type ApiRoutes, routeFinder } from "./find-route"
import { sendResponse } from "./send-response"

/** Answers a request, or says `false` and leaves it as it is. */
export type Lane = (asked: IncomingMessage, reply: ServerResponse) => boolean

export type LaneOptions = {
  readonly routes: ApiRoutes
  /** The address that this service is known by: the routes do not ask which one was written. */
  readonly origin: string
  readonly onFault: (cause: unknown) => void
}

/** The part of a page that Next's own links fetch, which asks for no HTML and is no program. */
const PART_OF_PAGE = "rsc"

/**
 * The short way to the API: a plain GET of what a contract names goes to its route handler at once. Next's router finds the
 * same handler for every other way to write it, and all else: between them it takes half of the time that a paid call takes
 * (`npm run bench payments`).
 */
export function createLane({ routes, origin, onFault }: LaneOptions): Lane {
  const find = routeFinder(routes)
  return (asked, reply) => {
    const { method, url = "" } = asked
    if (method !== "GET" && method !== "HEAD") return false
    const [path = "", ...query] = url.split("?")
    const found = find(path)
    if (found === null) return false
    const request = toRequest(asked, [origin + found.path, ...query].join("?"))
    if (request === null || (path !== found.path && isForPage(request))) return false
    const params = Promise.resolve(found.segments)
    void answer(found.route[method](request, { params }), asked, reply).catch((cause: unknown) => {
      onFault(cause)
      reply.destroy()
    })
    return true
  }
}

async function answer(response: ReturnType<RouteHandler>, asked: IncomingMessage, reply: ServerResponse) {
  await sendResponse(await response, { reply, acceptEncoding: asked.headers["accept-encoding"] })
}

/** Without `/api` the path may be a page's, too. */
function isForPage({ headers }: Request): boolean {
  return headers.has(PART_OF_PAGE) || wantsHtml(headers)
}

/** `null`: what Node lets through and a `Request` does not hold. */
function toRequest({ method = "GET", headers }: IncomingMessage, url: string): Request | null {
  try {
    return new Request(url, { method, headers: headers as Record<string, string> })
  } catch {
    return null
  }
}
