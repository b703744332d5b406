import type { IncomingMessage } from "node:http"
import { MethodNotAllowedError, NotFoundError } from "@/lib/http/route"
import { PayloadTooLargeError } from "@/lib/http/problem"
import type { AppError } from "@/lib/domain/errors"
import { wantsHtml } from "@/lib/http/wants-html"

/** The largest body that any endpoint reads. */
export const MAX_BODY_BYTES = 262_144

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
export function screenRequest(incoming: IncomingMessage): AppError | null {
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
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

export function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? ""
}

function toHeaders({ headers }: IncomingMessage): Headers {
  const { accept } = headers
  return new Headers(accept === undefined ? {} : { accept })
}
