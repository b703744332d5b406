import type { ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import Negotiator from "negotiator"
import { bodyText } from "@/lib/http/body-text"
import securityHeaders from "@/lib/http/security-headers.json"

const compress = promisify(gzip)

/** The headers that next.config.mjs adds to every response. */
const SECURITY = Object.entries(securityHeaders).map(([name, value]): [string, string] => [name.toLowerCase(), value])

/** In characters. A shorter text fits into one packet uncompressed. */
const MIN_COMPRESSED_LENGTH = 1_024

type Target = { readonly outgoing: ServerResponse; readonly acceptEncoding: string | undefined }

/** Writes the response of a route handler with the headers that Next.js would add, compressed where the client accepts it. */
export async function sendResponse(response: Response, { outgoing, acceptEncoding }: Target): Promise<void> {
  const headers = new Map([...SECURITY, ...response.headers])
  const isEmpty = response.body === null
  const text = isEmpty ? "" : await bodyText(response)
  // Caches must not mix compressed and plain answers.
  headers.set("vary", [headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", "))
  const isCompressed = text.length >= MIN_COMPRESSED_LENGTH && acceptsGzip(acceptEncoding)
  if (isCompressed) headers.set("content-encoding", "gzip")
  const body = isCompressed ? await compress(text) : text
  if (!isEmpty) headers.set("content-length", String(Buffer.byteLength(body)))
  outgoing.writeHead(response.status, [...headers].flat()).end(body)
}

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false
  const headers = { "accept-encoding": acceptEncoding }
  return new Negotiator({ headers }).encoding(["gzip", "identity"]) === "gzip"
}
