import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate"
import { parseJson } from "@/lib/domain/parse-json"

type Entry = Readonly<Record<string, unknown>>

/** Shorter texts gain nothing. */
const MIN_LENGTH = 1_000
const PACKED = "packed"

/** How the long fields of a stored entry are kept: as one compressed text in `packed`. */
export type Packing = {
  readonly pack: (entry: object) => object
  /** A value that is not packed, or that cannot be read, is returned as it is. */
  readonly unpack: (entry: unknown) => unknown
}

/** Deflate and base64, a fifth of JSON with payment headers. Only these fields are packed. */
export function createPacking(fields: readonly string[]): Packing {
  return {
    pack(entry) {
      const long = Object.entries(entry).filter(([name, value]) => fields.includes(name) && value != null)
      const text = JSON.stringify(Object.fromEntries(long))
      if (text.length < MIN_LENGTH) return entry
      const short = Object.entries(entry).filter(([name]) => !long.some(([other]) => other === name))
      const packed = btoa(strFromU8(deflateSync(strToU8(text)), true))
      return { ...Object.fromEntries(short), [PACKED]: packed }
    },
    unpack(entry) {
      if (!isEntry(entry) || typeof entry[PACKED] !== "string") return entry
      const { [PACKED]: packed, ...short } = entry
      const long = inflated(packed)
      return isEntry(long) ? { ...short, ...long } : entry
    },
  }
}

function inflated(packed: string): unknown {
  try {
    return parseJson(strFromU8(inflateSync(strToU8(atob(packed), true))))
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
