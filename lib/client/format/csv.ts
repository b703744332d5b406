export type CsvValue = string | number | bigint | boolean | null | undefined

/**
 * Lines of values under their names. `csv-stringify`, which streams the ledger's export, would bring a `Buffer` of its own
 * into the browser, and takes a signed figure such as `-0.2%` for a formula.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function csvLines(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [head, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n"
}

/**
 * One line per record and one column per field, in full and under the name that the API gives it.
 *
 * A field of a field is a column of its own (`risk.grade`), a list of values one cell (`a; b`), and a list of anything
 * else its JSON. What a record does not have stays empty; what none has is no column.
 */
export function recordsToCsv(records: readonly object[]): string {
  const lines = records.map((record) => new Map(Object.entries(record).flatMap(fieldsOf)))
  const names = [...new Set(lines.flatMap((line) => [...line.keys()]))]
  // Where some records have a part with fields of its own, none at all is all of those empty.
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

/** Text that a spreadsheet would run. A signed number is none: nothing runs in `-0.2%`. */
const formula = /^[=+\-@\t\r\n＝＋－＠](?![\d.,]+%?$)/

/** Quotes where needed, and disarms what a spreadsheet would run as a formula. */
function csvCell(value: CsvValue): string {
  if (typeof value !== "string") return value === null || value === undefined ? "" : String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
