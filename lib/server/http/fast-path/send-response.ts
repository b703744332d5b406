import type { ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { bodyText, type ContentEncoding, representationOf } from "@/lib/server/http/response"
import { preferredEncoding } from "@/lib/server/http/preferred-encoding"
import { EVENT_STREAM_TYPE } from "@/lib/server/http/event-stream"
import securityHeaders from "@/lib/server/http/security-headers.json"

const compress = promisify(gzip)

/** The headers that next.config.mjs adds to every response. */
const SECURITY = Object.entries(securityHeaders).map(([name, value]): [string, string] => [name.toLowerCase(), value])

/** In characters. A shorter text fits into one packet uncompressed. */
const MIN_COMPRESSED_LENGTH = 1_024

type Target = { readonly outgoing: ServerResponse; readonly acceptEncoding: string | undefined }

/** Writes the response of a route handler with the headers that Next.js would add, compressed where the client accepts it. */
export async function sendResponse(response: Response, { outgoing, acceptEncoding }: Target): Promise<void> {
  const headers = new Map([...SECURITY, ...response.headers])
  if (response.body !== null && headers.get("content-type") === EVENT_STREAM_TYPE) {
    return sendStream(response.body as ReadableStream, { status: response.status, headers, outgoing })
  }
  // Caches must not mix compressed and plain answers.
  headers.set("vary", [headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", "))
  const { body, encoding } = await bodyOf(response, acceptEncoding)
  if (encoding !== "identity") headers.set("content-encoding", encoding)
  if (body !== null) headers.set("content-length", String(Buffer.byteLength(body)))
  outgoing.writeHead(response.status, [...headers].flat()).end(body)
}

type StreamTarget = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly outgoing: ServerResponse
}

/**
 * Writes a body that does not end by itself. Its heartbeats keep the connection from being idle. A client that does not read
 * stops the writes, and the server then ends the connection (see lib/server/nextjs/server-listeners.ts).
 */
async function sendStream(body: ReadableStream, { status, headers, outgoing }: StreamTarget): Promise<void> {
  outgoing.writeHead(status, [...headers].flat())
  outgoing.flushHeaders()
  try {
    await pipeline(Readable.fromWeb(body), outgoing)
  } catch {
    // The client has disconnected.
    outgoing.destroy()
  }
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
