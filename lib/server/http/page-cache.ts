import type { IncomingMessage, ServerResponse } from "node:http"
import { isOver } from "@/lib/domain/clock"
import { type CapturedResponse, captureResponse } from "./capture-response"
import { newScriptNonce, POLICY_HEADER, scriptNonceOf } from "./content-security-policy"
import { preferredEncoding } from "./preferred-encoding"
import { encodeBody } from "./response"
import { PAGE_PART_HEADER, wantsHtml } from "./wants-html"

/** A page shows figures that the browser replaces at once. */
const FRESH_MS = 10_000
/** While a page is rendered again, other readers get one of this age. */
const STALE_MS = 60_000
/** There are some thirty pages in three themes. */
const MAX_PAGES = 200

type Page = {
  readonly atMs: number
  readonly headers: readonly (readonly [name: string, values: readonly string[]])[]
  /** The document, cut at each place of the nonce. */
  readonly parts: readonly string[]
  readonly nonce: string
}

/** Answers a request and returns true. Returns false for one that Next.js answers, and then keeps what it answers. */
type PageCache = (request: IncomingMessage, response: ServerResponse) => boolean

/** The only cookie that the readers of a kept page may have, and its values. The first one is the page without the cookie. */
export type PageCookie = { readonly name: string; readonly values: readonly [string, ...string[]] }

type PageCacheOptions = {
  readonly cookie: PageCookie
  readonly now: () => number
  readonly onError: (cause: unknown) => void
}

/**
 * Keeps what Next.js renders for readers of whom nothing is known but the theme, and sends it with a new nonce in each response.
 * Rendering costs many times as much (`npm run bench pages`). A request with a query, or with any other cookie, is rendered.
 */
export function createPageCache({ cookie, now, onError }: PageCacheOptions): PageCache {
  const pages = new Map<string, Page>()
  const rendering = new Map<string, ServerResponse>()

  function keep(key: string, captured: CapturedResponse): void {
    const page = pageOf(captured, now())
    if (page === null) return
    const [oldest] = pages.keys()
    if (pages.size >= MAX_PAGES && oldest !== undefined) pages.delete(oldest)
    pages.set(key, page)
  }

  return (request, response) => {
    const key = keyOf(request, cookie)
    if (key === null) return false
    const encoding = preferredEncoding(request.headers["accept-encoding"], ["br", "gzip", "identity"])
    const send = async (body: string | Buffer) => {
      const sent = await encodeBody(body, encoding)
      if (encoding !== "identity") response.setHeader("content-encoding", encoding)
      response.setHeader("content-length", Buffer.byteLength(sent))
      response.end(sent)
    }
    const fail = (cause: unknown) => {
      onError(cause)
      response.destroy()
    }
    const page = pages.get(key)
    const lengthMs = rendering.has(key) ? STALE_MS : FRESH_MS
    if (page !== undefined && !isOver({ sinceMs: page.atMs, lengthMs, nowMs: now() })) {
      const nonce = newScriptNonce()
      const withNonce = (value: string) => value.replaceAll(page.nonce, nonce)
      for (const [name, values] of page.headers) response.setHeader(name, values.map(withNonce))
      void send(page.parts.join(nonce)).catch(fail)
      return true
    }
    rendering.set(key, response)
    response.once("close", () => {
      if (rendering.get(key) === response) rendering.delete(key)
    })
    // Next.js would compress what is kept here.
    delete request.headers["accept-encoding"]
    void captureResponse(response)
      .then((captured) => {
        keep(key, captured)
        return send(captured.body)
      })
      .catch(fail)
    return false
  }
}

/** A page has one spelling: letters, digits and single slashes. */
const PAGE_URL = /^(?:\/[\w.-]+)+$|^\/$/

/** The page and the value of its cookie; `null` for a request whose answer is not the same for every reader. */
function keyOf({ method, url = "", headers }: IncomingMessage, { name, values }: PageCookie): string | null {
  if (method !== "GET" || !PAGE_URL.test(url) || url.startsWith("/_next/") || PAGE_PART_HEADER in headers) return null
  if (!wantsHtml(new Headers({ accept: headers.accept ?? "" }))) return null
  const { cookie } = headers
  // The whole header is compared, because Next.js would read another spelling in its own way.
  const value = cookie === undefined ? values[0] : values.find((each) => cookie === `${name}=${each}`)
  return value === undefined ? null : `${value} ${url}`
}

/** `null` for an error, a redirect, a picture, or a page without a policy. */
function pageOf({ status, headers, body }: CapturedResponse, atMs: number): Page | null {
  const nonce = scriptNonceOf(headers[POLICY_HEADER])
  const isHtml = String(headers["content-type"]).startsWith("text/html")
  if (status !== 200 || !isHtml || nonce === null || "set-cookie" in headers) return null
  return {
    atMs,
    nonce,
    parts: body.toString().split(nonce),
    headers: Object.entries(headers).map(([name, value]) => [name, [value].flat().map(String)]),
  }
}
