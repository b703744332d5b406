import { parse } from "csv-parse/sync"
import { z } from "zod"
import { SourceMalformedError } from "@/lib/outbound/errors"
import { textMessage } from "@/lib/outbound/read-body"

/** One line by the names of the header line. */
export type CsvRow = Readonly<Record<string, string>>

const Rows = z.array(z.record(z.string(), z.string())).max(50_000)

/**
 * Reads a CSV file with a header line that names at least one of `columns`.
 *
 * @throws {SourceMalformedError} for HTML, words or another table.
 */
export function parseCsv(text: string, host: string, columns: readonly string[]): readonly CsvRow[] {
  const header = text.trimStart().split("\n", 1)[0] ?? ""
  if (!columns.some((column) => header.split(",").some((name) => name.trim() === column))) {
    throw new SourceMalformedError({ kind: "upstream_text_error", host, message: textMessage(host, text) })
  }
  try {
    return Rows.parse(parse(text, { columns: true, trim: true, skip_empty_lines: true, relax_column_count: true }))
  } catch (cause) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent a broken table.`, cause })
  }
}
