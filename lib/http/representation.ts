import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

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
      const buffer = encode(text, encoding)
      buffers.set(encoding, buffer)
      return buffer
    },
  }
}

async function encode(text: string, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === "br") return toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  return encoding === "gzip" ? toGzip(text) : Buffer.from(text)
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
