import { parse } from "csv-parse/sync"
import { z } from "zod"
import { SourceMalformedError } from "@/lib/outbound/errors"
import { articleLink } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { readStamp } from "./schema"

const COLUMNS = 61
const MAX_ROWS = 100_000

/** Positions in the table, from 0. */
const AT = { rootCode: 28, latitude: 56, longitude: 57, addedAt: 59, url: 60 } as const

/** One reported event. CAMEO root codes 13 (threaten) to 20 (mass violence) are hostile. */
export type GdeltEvent = {
  readonly rootCode: number
  readonly location: { readonly lat: number; readonly lon: number } | null
  readonly addedMs: number
  readonly url: string
}

const Row = z
  .array(z.string())
  .length(COLUMNS)
  .transform((cells, context): GdeltEvent => {
    const cell = (name: keyof typeof AT) => cells[AT[name]] ?? ""
    const rootCode = Number(cell("rootCode"))
    const addedMs = readStamp(cell("addedAt"))
    const url = articleLink(cell("url"))
    if (!Number.isInteger(rootCode) || addedMs === null || url === null) {
      context.addIssue({ code: "custom", message: "no event" })
      return z.NEVER
    }
    return { rootCode, location: placeOf(cell("latitude"), cell("longitude")), addedMs, url }
  })

const Rows = validRows(Row, MAX_ROWS)

/**
 * Reads the table: tab-separated, no header, 61 columns.
 *
 * @throws {SourceMalformedError} when more than 20% of the rows are invalid.
 */
export function readEvents(host: string, text: string): readonly GdeltEvent[] {
  const rows = Rows.safeParse(cellsOf(host, text))
  if (rows.success) return rows.data.rows
  throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent a table of another shape.` })
}

function cellsOf(host: string, text: string): unknown {
  try {
    return parse(text, { delimiter: "\t", quote: false, relax_column_count: true, skip_empty_lines: true })
  } catch (cause) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent no table.`, cause })
  }
}

function placeOf(latitude: string, longitude: string): GdeltEvent["location"] {
  if (latitude === "" || longitude === "") return null
  const [lat, lon] = [Number(latitude), Number(longitude)]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}
