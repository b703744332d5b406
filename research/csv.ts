import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { AppError } from "@/lib/domain/errors"

/** A table as text: column names in lower case, and the rows split at commas (none of these files quotes). */
export type Csv = { readonly file: string; readonly columns: readonly string[]; readonly rows: readonly string[][] }

/** Reads a comma-separated file, gzipped or not. @throws {BadDataFileError} it is empty */
export function readCsv(file: string): Csv {
  const bytes = readFileSync(file)
  return parseCsv(file, (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"))
}

export function parseCsv(file: string, text: string): Csv {
  const [header, ...lines] = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line !== "")
  if (header === undefined) throw new BadDataFileError(file, "is empty")
  return { file, columns: header.toLowerCase().split(","), rows: lines.map((line) => line.split(",")) }
}

/** The index of a column. @throws {BadDataFileError} it is missing */
export function columnOf({ file, columns }: Csv, name: string): number {
  const index = columns.indexOf(name)
  if (index < 0) throw new BadDataFileError(file, `has no column "${name}"`)
  return index
}

/** The number in a cell. An empty cell is NaN, because `Number` would return 0. */
export function numberIn(cell: string | undefined): number {
  return cell === undefined || cell.trim() === "" ? Number.NaN : Number(cell)
}

/** A data file that cannot be used. */
export class BadDataFileError extends AppError {
  override readonly name = "BadDataFileError"
  readonly code = "internal"

  constructor(file: string, what: string) {
    super(`${file} ${what}.`)
  }
}
