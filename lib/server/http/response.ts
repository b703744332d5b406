import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

/* The parts of API responses: headers, bodies that are sent without reading a stream, and entity tags. */

/** Request headers of the official x402 and MCP browser clients, and of wallets. */
const ALLOWED_REQUEST_HEADERS = [
  "Content-Type",
  "Accept",
  "X-PAYMENT",
  "PAYMENT-SIGNATURE",
  "Access-Control-Expose-Headers",
  "SIGN-IN-WITH-X",
  "Idempotency-Key",
  "Accept-Payment",
  "If-None-Match",
  "MCP-Protocol-Version",
  "MCP-Method",
  "MCP-Name",
  // A wildcard covers every header except Authorization. Older browsers need the list above.
  "Authorization",
  "*",
]

const EXPOSED_RESPONSE_HEADERS = [
  "PAYMENT-REQUIRED",
  "PAYMENT-RESPONSE",
  "WWW-Authenticate",
  "Payment-Receipt",
  "X-PAYMENT",
  "X-PAYMENT-RESPONSE",
  "X-PURCHASE",
  "X-Request-Id",
  "Retry-After",
  "ETag",
  "Allow",
  // Payments are refused relative to this clock.
  "Date",
]

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_RESPONSE_HEADERS.join(", "),
} as const

/** Headers of every API response: readable by any origin, not cached, not sniffed. */
export function machineHeaders(requestId: string): Record<string, string> {
  return {
    ...CORS,
    "Cache-Control": "private, no-store",
    "Content-Type": "application/json",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  }
}

/** The response to a CORS preflight. */
export function preflightResponse(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      Allow: methods.join(", "),
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": ALLOWED_REQUEST_HEADERS.join(", "),
      "Access-Control-Max-Age": "86400",
      "Cache-Control": "no-store",
    },
  })
}

const texts = new WeakMap<Response, string>()

/** A response for which `bodyText` returns the body without reading a stream. */
export function textBodyResponse(text: string, init?: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** The body of a response as text. Reading the stream that `Response` makes of a string costs more than the rest of the answer. */
export async function bodyText(response: Response): Promise<string> {
  return texts.get(response) ?? response.text()
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** Higher levels take several times as long and save a few percent. */
const BROTLI_QUALITY = 5

export type ContentEncoding = "br" | "gzip" | "identity"

/** A body that is serialised and compressed once and sent to many clients from the same buffers. */
export type Representation = {
  readonly text: string
  /** Weak: bodies with other timestamps have the same tag. */
  readonly etag: string
  encoded(encoding: ContentEncoding): Promise<Buffer>
}

/** Parts of a body that change with every request although the content is the same. */
const VOLATILE = /"(?:timestamp|age_s)":(?:"[^"]*"|\d+)/g

export function createRepresentation(text: string): Representation {
  const buffers = new Map<ContentEncoding, Promise<Buffer>>()
  const digest = createHash("sha256").update(text.replace(VOLATILE, "")).digest("base64url").slice(0, 16)
  return {
    text,
    etag: `W/"${digest}"`,
    encoded(encoding) {
      const known = buffers.get(encoding)
      if (known !== undefined) return known
      const buffer = encodeBody(text, encoding)
      buffers.set(encoding, buffer)
      return buffer
    },
  }
}

export async function encodeBody(body: string | Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === "br") return toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  return encoding === "gzip" ? toGzip(body) : Buffer.from(body)
}

const representations = new WeakMap<Response, Representation>()

/** A response for which `representationOf` returns the representation, so that its buffers can be sent directly. */
export function representationResponse(representation: Representation, init: ResponseInit): Response {
  const response = new Response(representation.text, init)
  representations.set(response, representation)
  return response
}

export function representationOf(response: Response): Representation | null {
  return representations.get(response) ?? null
}

/**
 * Whether an `If-None-Match` header contains the tag. The comparison is weak, as for every GET.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === "*") return true
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  const current = decisionIn(etag.replace(/^W\//, ""))
  return tags.some((tag) => decisionIn(tag) === current)
}

/** The digest at the end of the tag of an answer to parameters, which is of one decision under any version; else the tag. */
function decisionIn(tag: string): string {
  return /^"\d+-[0-9a-f]{16}-([0-9a-f]{16})"$/.exec(tag)?.[1] ?? tag
}

/** Marks a tag as weak: answers with one version may differ in prices and ages. */
export function weakTag(etag: string): string {
  return etag.startsWith("W/") ? etag : `W/${etag}`
}

/** A 304 without a body. */
export function notModified(etag: string, requestId: string, extra: Readonly<Record<string, string>> = {}): Response {
  const { "Content-Type": _, ...headers } = machineHeaders(requestId)
  return new Response(null, { status: 304, headers: { ...headers, ETag: etag, ...extra } })
}
