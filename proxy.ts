import { type NextRequest, NextResponse } from "next/server"
import { apiPathFor } from "@/lib/server/http/unprefixed-path"
import { aliasTarget } from "@/lib/server/http/path-aliases"
import { isDevelopment } from "@/lib/server/config/load"
import { contentSecurityPolicy, newScriptNonce, POLICY_HEADER } from "@/lib/server/http/content-security-policy"
import { problemResponse } from "@/lib/server/http/problem"
import { InvalidParamsError } from "@/lib/domain/errors"
import { permanentRedirect } from "@/lib/server/http/route"
import { wantsHtml } from "@/lib/server/http/wants-html"
import { config as settings } from "@/lib/server/runtime/config"

/**
 * API and MCP paths have their own handlers. Files need no policy. Parts of a page that a link fetches (`rsc`) do not accept HTML
 * and would be taken for requests of a program.
 */
export const config = {
  matcher: [
    {
      source: "/((?!api(?:/|$)|mcp(?:/|$)|_next/static|_next/image|icon.svg|sw.js).*)",
      missing: [{ type: "header", key: "rsc" }],
    },
    // Next.js answers an undecodable path with a bare 500, so every path with a % is checked.
    { source: "/:path(.*%.*)" },
  ],
}

/** The excluded paths of the first matcher, for paths with a `%`. */
const HAS_OWN_HANDLER = /^\/(?:api(?:\/|$)|mcp(?:\/|$)|_next\/)/

/** Marks for the rewrites of next.config.mjs: always to the API, or to the API where no page has the path. */
const TO_API = "x-to-api"
const FALLBACK_TO_API = "x-else-to-api"

/**
 * Gives each page a content security policy with its own nonce, and serves API paths without `/api`, as the specification
 * writes them. Where a page has the same path, a request for HTML gets the page.
 */
export function proxy(request: NextRequest): Response {
  const { pathname } = request.nextUrl
  if (!isDecodable(pathname))
    return problemResponse(undecodable(), { requestId: crypto.randomUUID(), origin: settings().origin })
  if (HAS_OWN_HANDLER.test(pathname)) return NextResponse.next()
  const address = aliasTarget(pathname)
  // Next.js requires an absolute URL here, and sends URLs of its own origin without the origin.
  if (address !== null) return permanentRedirect(new URL(address, request.url).href, crypto.randomUUID())
  const isForPage = wantsHtml(request.headers)
  const headers = new Headers(request.headers)
  if (apiPathFor(pathname, { wantsHtml: isForPage }) !== null) return serveApi(headers)
  if (/.\/$/.test(pathname)) return toPage(request)

  headers.delete(TO_API)
  // A program gets the 404 of an unknown path in JSON.
  if (isForPage) headers.delete(FALLBACK_TO_API)
  else headers.set(FALLBACK_TO_API, "1")
  const nonce = newScriptNonce()
  const policy = contentSecurityPolicy({ nonce, ...policyOptions() })
  headers.set("x-nonce", nonce)
  headers.set(POLICY_HEADER, policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(POLICY_HEADER, policy)
  return response
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

const undecodable = () =>
  new InvalidParamsError("invalid_path", { path: "a % must begin two hexadecimal digits, and those UTF-8" })

/**
 * Marks the request for a rewrite in next.config.mjs, which has no origin. A rewrite from here has one, and where Next.js takes
 * it for a foreign origin, because of its name or `X-Forwarded-Proto`, it would request itself over a second connection.
 */
function serveApi(headers: Headers): NextResponse {
  headers.set(TO_API, "1")
  return NextResponse.next({ request: { headers } })
}

/**
 * Each page has one address, without a trailing slash. The redirect is ours, because one of Next.js has no CORS headers and would
 * cover API paths too (see next.config.mjs).
 */
function toPage(request: NextRequest): Response {
  // NextURL would add the slash again.
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/\/+$/, "")
  return permanentRedirect(url.href, crypto.randomUUID())
}

function policyOptions() {
  const { mode, chain, walletConnectProjectId } = settings()
  const development = isDevelopment()
  const walletConnect = walletConnectProjectId !== null
  const baseAccount = mode === "live"
  return {
    development,
    walletConnect,
    baseAccount,
    rpcOrigins: mode === "live" ? [new URL(chain.publicRpcUrl).origin] : [],
  }
}
