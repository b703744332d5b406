import type { ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import Negotiator from "negotiator"
import securityHeaders from "@/lib/http/security-headers.json"
import { textOf } from "@/lib/http/text-of"

const pack = promisify(gzip)

/** What next.config.mjs puts on every answer. */
const SECURITY = Object.entries(securityHeaders).map(([name, value]): [string, string] => [name.toLowerCase(), value])

/** Characters: a shorter text fits one packet as it is. */
const WORTH_PACKING = 1_024

type Sending = { readonly reply: ServerResponse; readonly acceptEncoding: string | undefined }

/** Writes a response of a route handler, with the headers that Next would add, packed for who takes that. */
export async function sendResponse(response: Response, { reply, acceptEncoding }: Sending): Promise<void> {
  const headers = new Map([...SECURITY, ...response.headers])
  const isEmpty = response.body === null
  const text = isEmpty ? "" : await textOf(response)
  // A cache that keeps one must not hand it to who takes the other.
  headers.set("vary", [headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", "))
  const isPacked = text.length >= WORTH_PACKING && takesGzip(acceptEncoding)
  if (isPacked) headers.set("content-encoding", "gzip")
  const sent = isPacked ? await pack(text) : text
  if (!isEmpty) headers.set("content-length", String(Buffer.byteLength(sent)))
  reply.writeHead(response.status, [...headers].flat()).end(sent)
}

function takesGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false
  const headers = { "accept-encoding": acceptEncoding }
  return new Negotiator({ headers }).encoding(["gzip", "identity"]) === "gzip"
}
