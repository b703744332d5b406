import { type NextRequest, NextResponse } from "next/server"
import { apiPathFor } from "@/lib/api/bare-path"
import { isDevelopment } from "@/lib/config/load"
import { contentSecurityPolicy } from "@/lib/http/content-security-policy"
import { config as settings } from "@/lib/runtime/config"

/**
 * The API and MCP answer for themselves; files need no policy, nor does the part of a page that a link fetches (`rsc`):
 * that one never asks for HTML, and would be taken for a program.
 */
export const config = {
  matcher: [
    {
      source: "/((?!api(?:/|$)|mcp(?:/|$)|_next/static|_next/image|favicon.ico|icon.svg|sw.js).*)",
      missing: [{ type: "header", key: "rsc" }],
    },
  ],
}

/**
 * Gives each page a content security policy with a nonce of its own, and serves the API's paths without `/api` to
 * programs, because the specification writes them so. A browser that asks for HTML gets the dashboard.
 */
export function proxy(request: NextRequest): NextResponse {
  const bare = wantsHtml(request) ? null : apiPathFor(request.nextUrl.pathname)
  if (bare !== null) return NextResponse.rewrite(new URL(bare + request.nextUrl.search, request.url))

  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy({ nonce, ...policyOptions() })
  const headers = new Headers(request.headers)
  headers.set("x-nonce", nonce)
  headers.set("content-security-policy", policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set("content-security-policy", policy)
  return response
}

function wantsHtml(request: NextRequest): boolean {
  return request.headers.get("accept")?.includes("text/html") ?? false
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
