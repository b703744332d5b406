/**
 * Differences between an answer and the documented example, as paths: missing fields, other types, numbers sent as text or the
 * other way round, another number of columns, another order of rows, a field that is never null. Fields that the documentation does not have are allowed.
 */
export function shapeDifferences(answer: unknown, documented: unknown, path = "$"): readonly string[] {
  if (documented === null || answer === null) return []
  const [is, was] = [kindOf(answer), kindOf(documented)]
  if (is !== was) return [`${path}: ${is} instead of ${was}`]
  if (Array.isArray(documented) && Array.isArray(answer)) return arrayDifferences(answer, documented, path)
  if (!isRecord(documented) || !isRecord(answer)) return []
  const [named, other] = [soleAddressIn(documented), soleAddressIn(answer)]
  if (named !== null && other !== null) return shapeDifferences(answer[other], documented[named], `${path}.0x`)
  return Object.entries(documented).flatMap(([key, each]) =>
    key in answer ? shapeDifferences(answer[key], each, `${path}.${key}`) : [`${path}.${key}: missing`],
  )
}

function arrayDifferences(answer: readonly unknown[], documented: readonly unknown[], path: string): readonly string[] {
  if (documented.length === 0 || answer.length === 0) return []
  if (!Array.isArray(documented[0]) && !isRecord(documented[0])) {
    const isTuple = documented.length === answer.length && documented.some((each) => typeof each === "string")
    return isTuple
      ? documented.flatMap((each, index) => shapeDifferences(answer[index], each, `${path}[${index}]`))
      : []
  }
  const [first, row] = [answer[0], documented[0]]
  const columns =
    Array.isArray(first) && Array.isArray(row) && first.length !== row.length
      ? [`${path}[]: ${first.length} columns`]
      : []
  const [order, expected] = [orderOf(answer), orderOf(documented)]
  const turned = order !== 0 && expected !== 0 && order !== expected ? [`${path}: rows in the other order`] : []
  const alwaysSet = isRecord(row)
    ? Object.keys(row).filter((key) => isNullIn(documented, key) && !isNullIn(answer, key))
    : []
  return [
    ...columns,
    ...turned,
    ...alwaysSet.map((key) => `${path}[].${key}: never null`),
    ...shapeDifferences(first, row, `${path}[]`),
  ]
}

function isNullIn(rows: readonly unknown[], key: string): boolean {
  return rows.some((row) => isRecord(row) && row[key] === null)
}

/** The only key of a record, if it is an address: the example and the answer are about different tokens. */
function soleAddressIn(record: Readonly<Record<string, unknown>>): string | null {
  const [key, ...others] = Object.keys(record)
  return key !== undefined && others.length === 0 && /^(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i.test(key)
    ? key
    : null
}

/** 1: times ascend, -1: times descend, 0: unknown. */
function orderOf(rows: readonly unknown[]): number {
  const times = rows.map(timeOf)
  const [first, last] = [times[0], times.at(-1)]
  return first == null || last == null ? 0 : Math.sign(last - first)
}

function timeOf(row: unknown): number | null {
  const value = Array.isArray(row)
    ? row[0]
    : isRecord(row)
      ? (row["timestamp"] ?? row["fundingTime"] ?? row["date"] ?? null)
      : null
  const time = typeof value === "string" && /^\d{4}-/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN)
  return Number.isFinite(time) && time > 1e8 ? time : null
}

function kindOf(value: unknown): string {
  if (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value)) return "numeric text"
  return Array.isArray(value) ? "array" : typeof value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

const MAX_ROWS = 3
const MAX_TEXT = 300

/** The same answer with at most three rows in each list and short texts, as a fixture needs it. */
export function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return (value.length > 15 ? value.slice(0, MAX_ROWS) : value).map(trimmed)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, trimmed(each)]))
  return typeof value === "string" ? value.slice(0, MAX_TEXT) : value
}
