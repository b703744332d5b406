import type { ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import Negotiator from "negotiator"
import { bodyText } from "@/lib/http/body-text"
import { type ContentEncoding, representationOf } from "@/lib/http/representation"
import securityHeaders from "@/lib/http/security-headers.json"

const compress = promisify(gzip)

/** The headers that next.config.mjs adds to every response. */
const SECURITY = Object.entries(securityHeaders).map(([name, value]): [string, string] => [name.toLowerCase(), value])

/** In characters. A shorter text fits into one packet uncompressed. */
const MIN_COMPRESSED_LENGTH = 1_024
/** A client that reads nothing for this long is disconnected, so that its unsent answer is freed. */
export const WRITE_TIMEOUT_MS = 30_000

type Target = { readonly outgoing: ServerResponse; readonly acceptEncoding: string | undefined }

/** Writes the response of a route handler with the headers that Next.js would add, compressed where the client accepts it. */
export async function sendResponse(response: Response, { outgoing, acceptEncoding }: Target): Promise<void> {
  const headers = new Map([...SECURITY, ...response.headers])
  // Caches must not mix compressed and plain answers.
  headers.set("vary", [headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", "))
  const { body, encoding } = await bodyOf(response, acceptEncoding)
  if (encoding !== "identity") headers.set("content-encoding", encoding)
  if (body !== null) headers.set("content-length", String(Buffer.byteLength(body)))
  // Node destroys the socket when no bytes have left it for this time.
  outgoing.setTimeout(WRITE_TIMEOUT_MS)
  outgoing.writeHead(response.status, [...headers].flat()).end(body)
}

type Body = { readonly body: string | Buffer | null; readonly encoding: ContentEncoding }

async function bodyOf(response: Response, acceptEncoding: string | undefined): Promise<Body> {
  if (response.body === null) return { body: null, encoding: "identity" }
  const representation = representationOf(response)
  if (representation !== null) {
    const isSmall = representation.text.length < MIN_COMPRESSED_LENGTH
    const encoding = isSmall ? "identity" : preferredEncoding(acceptEncoding, ["br", "gzip", "identity"])
    return { body: await representation.encoded(encoding), encoding }
  }
  const text = await bodyText(response)
  const encoding =
    text.length < MIN_COMPRESSED_LENGTH ? "identity" : preferredEncoding(acceptEncoding, ["gzip", "identity"])
  return { body: encoding === "identity" ? text : await compress(text), encoding }
}

/** The first of ours that the client accepts, unless it prefers an uncompressed body. */
function preferredEncoding(acceptEncoding: string | undefined, ours: readonly ContentEncoding[]): ContentEncoding {
  if (acceptEncoding === undefined) return "identity"
  const headers = { "accept-encoding": acceptEncoding }
  const accepted = new Negotiator({ headers }).encodings([...ours])
  return accepted[0] === "identity" ? "identity" : (ours.find((each) => accepted.includes(each)) ?? "identity")
}
