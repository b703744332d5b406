import { strFromU8, unzipSync } from "fflate"
import { SourceMalformedError } from "@/lib/outbound/errors"

/** An event file is about 1 MB unpacked. */
const MAX_BYTES = 40_000_000

/**
 * The text of the table in the archive. Sizes are checked before unpacking, so that a small archive cannot exhaust memory.
 *
 * @throws {SourceMalformedError}
 */
export function unpack(host: string, packed: Uint8Array): string {
  try {
    const files = unzipSync(packed, {
      filter: ({ name, originalSize }) => name.endsWith(".CSV") && originalSize <= MAX_BYTES,
    })
    const [table] = Object.values(files)
    if (table !== undefined && table.length <= MAX_BYTES) return strFromU8(table)
  } catch (cause) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent a broken archive.`, cause })
  }
  throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent an archive without a table.` })
}
