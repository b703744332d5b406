import { strFromU8, unzipSync } from "fflate"
import { SourceMalformedError } from "@/lib/outbound/errors"

/** A quarter of an hour is some 1 MB unpacked; what claims more is not a file of events. */
const MAX_BYTES = 40_000_000

/**
 * The text of the one table in an archive. Sizes are read before anything is unpacked, so that a small archive cannot fill
 * the memory.
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
