import { isolateDirection } from "@/lib/domain/isolate-direction"

export type CsvValue = string | number | bigint | boolean | null | undefined

/**
 * CSV lines under a header. `csv-stringify` is not used here: it brings a `Buffer` polyfill into the browser, and it
 * escapes a signed figure such as `-0.2%` as a formula.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function csvLines(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [head, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n"
}

/**
 * One line per record, with the field names of the API as columns.
 *
 * Nested fields become columns (`risk.grade`), a list of values one cell (`a; b`), and any other list its JSON. A
 * missing field is an empty cell.
 */
export function recordsToCsv(records: readonly object[]): string {
  const lines = records.map((record) => new Map(Object.entries(record).flatMap(fieldsOf)))
  const names = [...new Set(lines.flatMap((line) => [...line.keys()]))]
  // Where one record has `risk: null` and another `risk.grade`, only the nested columns stay.
  const head = names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)))
  return csvLines(
    head,
    lines.map((line) => head.map((name) => line.get(name))),
  )
}

function fieldsOf([name, value]: readonly [string, unknown]): readonly (readonly [string, CsvValue])[] {
  if (value === undefined) return []
  if (isValue(value)) return [[name, value]]
  if (Array.isArray(value)) return [[name, value.every(isValue) ? value.join("; ") : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([key, part]) => fieldsOf([`${name}.${key}`, part]))
}

function isValue(value: unknown): value is CsvValue {
  return value === null || typeof value !== "object"
}

/** Text that a spreadsheet would run as a formula. A signed number such as `-0.2%` is not one. */
const formula = /^[=+\-@\t\r\n＝＋－＠](?![\d.,]+%?$)/

/** Quotes a cell where needed, escapes formulas, and isolates right-to-left text, which would reorder its neighbours. */
function csvCell(value: CsvValue): string {
  if (typeof value !== "string") return value === null || value === undefined ? "" : String(value)
  const isolated = isolateDirection(value)
  const safe = formula.test(value) ? `'${isolated}` : isolated
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
