import { parse } from "csv-parse/sync"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { groupBy } from "@/lib/domain/group-by"
import { parseJson } from "@/lib/domain/parse-json"
import { shapeDifferences } from "./answer-shapes"
import { LISTS, type Reading } from "./record-answers"

/** A value that has become ten times as large or small is more than a market does: its unit may be another one. */
const MAX_RATIO = 10

/** What changed between two folders of `--record`, one line each: what adapters read, files, shapes, ranges and meaning. */
export function compareRecordings(before: string, after: string): readonly string[] {
  const [old, now] = [filesIn(before), filesIn(after)]
  const gone = [...old].filter((file) => !now.has(file)).map((file) => `${file}: not answered any more`)
  const added = [...now].filter((file) => !old.has(file)).map((file) => `${file}: new`)
  const changed = [...now]
    .filter((file) => old.has(file))
    .flatMap((file) => {
      const [was, is] = [before, after].map((folder) => readFileSync(join(folder, file), "utf8"))
      const found = file.endsWith(".json")
        ? jsonDifferences(parseJson(is ?? ""), parseJson(was ?? ""))
        : tableDifferences(is ?? "", was ?? "")
      return found.map((each) => `${file} ${each}`)
    })
  return [...readingDifferences(readingsIn(after), readingsIn(before)), ...gone, ...added, ...changed]
}

function filesIn(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder).filter((file) => /^[^_].*\.(?:json|txt)$/.test(file)))
}

function readingsIn(folder: string): readonly Reading[] {
  const path = join(folder, LISTS.readings)
  return existsSync(path) ? (parseJson(readFileSync(path, "utf8")) as readonly Reading[]) : []
}

/** What an adapter could read before and cannot now, or the other way round; rows that were lost or no longer fit. */
function readingDifferences(is: readonly Reading[], was: readonly Reading[]): readonly string[] {
  const before = new Map(was.map((reading) => [`${reading.provider}, ${reading.question}`, reading]))
  const known = is.flatMap((reading) => {
    const old = before.get(`${reading.provider}, ${reading.question}`)
    return old === undefined ? [] : [{ reading, old }]
  })
  const turned = groupBy(
    known.filter(({ reading, old }) => reading.isUsable !== old.isUsable).map(({ reading }) => reading),
    ({ provider, isUsable }) => `${provider} ${isUsable}`,
  )
  const fewer = known.flatMap(({ reading, old }) => {
    const name = `${reading.provider}, ${reading.question}`
    const lost = reading.rows !== null && old.rows !== null && reading.rows * 2 < old.rows
    const isUnfit = (reading.droppedRows ?? 0) > (old.droppedRows ?? 0)
    return [
      ...(lost ? [`${name}: ${reading.rows} rows where there were ${old.rows}`] : []),
      ...(isUnfit ? [`${name}: ${reading.droppedRows} rows do not fit where ${old.droppedRows} did not`] : []),
    ]
  })
  // The first fault is the cause: later questions are not sent after it.
  const lines = turned.map((readings) => {
    const [{ provider, isUsable, says }] = readings
    const questions = readings.map(({ question }) => question).join(", ")
    return isUsable ? `${provider} usable now: ${questions}` : `${provider} not usable any more: ${questions}: ${says}`
  })
  return [...lines, ...fewer]
}

function jsonDifferences(is: unknown, was: unknown): readonly string[] {
  return [...shapeDifferences(is, was), ...rangeDifferences(is, was), ...writingDifferences(is, was)]
}

/** Numbers whose typical size or sign is another one, by their path. */
function rangeDifferences(is: unknown, was: unknown): readonly string[] {
  const [now, before] = [leavesIn(is, numberOf), leavesIn(was, numberOf)]
  return [...now].flatMap(([path, values]) => {
    const known = before.get(path)
    if (known === undefined) return []
    const [size, knownSize] = [values, known].map((list) => Math.max(...list.map(Math.abs)))
    const sign =
      signOf(values) * signOf(known) < 0 ? [`${path}: ${signOf(values) < 0 ? "negative" : "positive"} now`] : []
    if (!size || !knownSize || Math.max(size / knownSize, knownSize / size) < MAX_RATIO) return sign
    return [
      ...sign,
      `${path}: ${size} where it was ${knownSize}${unitHint(size / knownSize, Math.min(size, knownSize))}`,
    ]
  })
}

/** 1 if every value is positive, -1 if every one is negative, else 0. */
function signOf(values: readonly number[]): number {
  return values.every((value) => value > 0) ? 1 : values.every((value) => value < 0) ? -1 : 0
}

/** The change of unit that explains a ratio. */
function unitHint(ratio: number, smaller: number): string {
  const is = (factor: number) => Math.abs(Math.log10(ratio) - Math.log10(factor)) < 0.2
  const isTime = smaller > 1e9 && smaller < 1e10
  if (is(1000)) return isTime ? " (milliseconds instead of seconds?)" : " (thousandths of the unit?)"
  if (is(1 / 1000)) return isTime ? " (seconds instead of milliseconds?)" : " (thousands of the unit?)"
  if (is(100)) return " (percent instead of a fraction?)"
  return is(1 / 100) ? " (a fraction instead of percent?)" : ""
}

/** Times that are written in another way, for example with another offset, and flags that are other words. */
function writingDifferences(is: unknown, was: unknown): readonly string[] {
  const [now, before] = [leavesIn(is, timePatternOf), leavesIn(was, timePatternOf)]
  return [...now].flatMap(([path, patterns]) => {
    const known = new Set(before.get(path))
    const other = patterns.find((pattern) => known.size > 0 && !known.has(pattern))
    return other === undefined ? [] : [`${path}: time written ${other} where it was ${[...known].join(", ")}`]
  })
}

/** The column names of a table and the sizes of its numbers, or that there is a page instead. */
function tableDifferences(is: string, was: string): readonly string[] {
  if (isPage(is) !== isPage(was)) return [isPage(is) ? "a page instead of a table or list" : "no page any more"]
  const [header, known] = [is, was].map((text) => text.trimStart().split("\n", 1)[0]?.trim() ?? "")
  const isTable = known?.includes(",") === true && !isPage(was)
  const columns = isTable && header !== known ? [`columns ${header} where they were ${known}`] : []
  const [first, knownFirst] = [is, was].map((text) =>
    text.trimStart().split("\n")[1]?.split(",")[0]?.replaceAll(/\d/g, "0"),
  )
  const dates = isTable && first !== knownFirst ? [`first column written ${first} where it was ${knownFirst}`] : []
  const numbers = isTable ? rangeDifferences(rowsOf(is), rowsOf(was)) : []
  return [...columns, ...dates, ...numbers]
}

/** The whole rows of a table that may be cut in its last one. */
function rowsOf(table: string): unknown {
  const whole = table.slice(0, table.lastIndexOf("\n"))
  return parse(whole, { columns: true, relax_column_count: true, skip_records_with_error: true, trim: true })
}

function leavesIn<T>(
  value: unknown,
  read: (leaf: unknown) => T | null,
  path = "$",
  found = new Map<string, T[]>(),
): ReadonlyMap<string, T[]> {
  if (Array.isArray(value)) {
    const isRow = value.every((each) => typeof each !== "object")
    for (const [index, each] of value.entries()) leavesIn(each, read, `${path}[${isRow ? index : ""}]`, found)
  } else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) leavesIn(each, read, `${path}.${key}`, found)
  } else {
    const leaf = read(value)
    if (leaf !== null) found.set(path, [...(found.get(path) ?? []), leaf])
  }
  return found
}

function numberOf(leaf: unknown): number | null {
  if (leaf === null || typeof leaf === "boolean" || (typeof leaf === "string" && leaf.trim() === "")) return null
  const number = Number(leaf)
  return Number.isFinite(number) ? number : null
}

/** `2026-11-20T12:00:00Z` as `0000-00-00T00:00:00Z`; offsets keep their digits, because another offset is another time. */
function timePatternOf(leaf: unknown): string | null {
  if (typeof leaf !== "string" || !/^\d{4}-\d\d-\d\d|^\d{8}T?\d{6}|^\w{3}, \d\d? \w{3} \d{4}/.test(leaf)) return null
  const [, time = leaf, offset = ""] = /^(.*\d\d:\d\d(?::\d\d)?(?:\.\d+)?)\s*([+-]\d\d:?\d\d)$/.exec(leaf) ?? []
  return (
    time
      .replaceAll(/\d/g, "0")
      .replace(/^\w{3}, 0+ \w{3}/, "Day, 0 Mon")
      .replace(/\.0+/, ".0") + offset
  )
}

function isPage(text: string): boolean {
  return text.trimStart().startsWith("<")
}
