import { type NextRequest, NextResponse } from "next/server"
import { apiPathFor } from "@/lib/api/unprefixed-path"
import { aliasTarget } from "@/lib/api/path-aliases"
import { isDevelopment } from "@/lib/config/load"
import { contentSecurityPolicy } from "@/lib/http/content-security-policy"
import { problemResponse } from "@/lib/http/problem"
import { InvalidParamsError } from "@/lib/http/request-params"
import { permanentRedirect } from "@/lib/http/route"
import { wantsHtml } from "@/lib/http/wants-html"
import { config as settings } from "@/lib/runtime/config"

/**
 * The API and MCP answer for themselves; files need no policy, nor does the part of a page that a link fetches (`rsc`):
 * that one never asks for HTML, and would be taken for a program.
 */
export const config = {
  matcher: [
    {
      source: "/((?!api(?:/|$)|mcp(?:/|$)|_next/static|_next/image|icon.svg|sw.js).*)",
      missing: [{ type: "header", key: "rsc" }],
    },
    // What Next cannot decode it answers with a bare 500, so these are looked at wherever they lead.
    { source: "/:path(.*%.*)" },
  ],
}

/** The same as above, for paths with a `%`. */
const ANSWERS_ITSELF = /^\/(?:api(?:\/|$)|mcp(?:\/|$)|_next\/)/

/** Named in next.config.mjs too: of the API, whatever else is there, or where nothing else is. */
const TO_API = "x-to-api"
const ELSE_TO_API = "x-else-to-api"

/**
 * Gives each page a content security policy with a nonce of its own, and serves the API's paths without `/api`, because
 * the specification writes them so. A request for HTML gets the dashboard's page where both have the path.
 */
export function proxy(request: NextRequest): Response {
  const { pathname } = request.nextUrl
  if (!isDecodable(pathname)) return problemResponse(undecodable(), crypto.randomUUID())
  if (ANSWERS_ITSELF.test(pathname)) return NextResponse.next()
  const address = aliasTarget(pathname)
  // Next takes absolute addresses from here, and sends those of its own without their origin.
  if (address !== null) return permanentRedirect(new URL(address, request.url).href, crypto.randomUUID())
  const isForPeople = wantsHtml(request.headers)
  const headers = new Headers(request.headers)
  if (apiPathFor(pathname, { wantsHtml: isForPeople }) !== null) return serveApi(headers)
  if (/.\/$/.test(pathname)) return toPage(request)

  headers.delete(TO_API)
  // A program that asks for what is not there hears so in JSON.
  if (isForPeople) headers.delete(ELSE_TO_API)
  else headers.set(ELSE_TO_API, "1")
  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy({ nonce, ...policyOptions() })
  headers.set("x-nonce", nonce)
  headers.set("content-security-policy", policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set("content-security-policy", policy)
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
 * Marks the request for the rewrite of next.config.mjs, which knows no origin. One from here does, and where Next takes it
 * for another than its own, because of a name or of `X-Forwarded-Proto`, it asks itself over a second connection.
 */
function serveApi(headers: Headers): NextResponse {
  headers.set(TO_API, "1")
  return NextResponse.next({ request: { headers } })
}

/** Each page has one address. Next would send this without our headers, and a path of the API away as well: see its config. */
function toPage(request: NextRequest): NextResponse {
  // Next's own kind of URL would put the slash back.
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/\/+$/, "")
  return NextResponse.redirect(url, 308)
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
