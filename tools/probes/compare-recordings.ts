import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseJson } from "@/lib/domain/parse-json"
import { shapeDifferences } from "./answer-shapes"

/** A value that has become ten times as large or small is more than a market does: its unit may be another one. */
const MAX_RATIO = 10

/** What changed between two folders of `--record`, one line each: files, shapes, and sizes and signs of numbers. */
export function compareRecordings(before: string, after: string): readonly string[] {
  const [old, now] = [filesIn(before), filesIn(after)]
  const gone = [...old].filter((file) => !now.has(file)).map((file) => `${file}: not answered any more`)
  const added = [...now].filter((file) => !old.has(file)).map((file) => `${file}: new`)
  const changed = [...now]
    .filter((file) => old.has(file) && file.endsWith(".json"))
    .flatMap((file) => {
      const [was, is] = [before, after].map((folder) => parseJson(readFileSync(join(folder, file), "utf8")))
      return [...shapeDifferences(is, was), ...rangeDifferences(is, was)].map((each) => `${file} ${each}`)
    })
  return [...gone, ...added, ...changed]
}

function filesIn(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder).filter((file) => /\.(?:json|txt)$/.test(file)))
}

/** Numbers whose typical size or sign is another one, by their path. */
function rangeDifferences(is: unknown, was: unknown): readonly string[] {
  const [now, before] = [numbersIn(is), numbersIn(was)]
  return [...now].flatMap(([path, values]) => {
    const known = before.get(path)
    if (known === undefined) return []
    const [size, knownSize] = [values, known].map((list) => Math.max(...list.map(Math.abs)))
    const isOther = size && knownSize && Math.max(size / knownSize, knownSize / size) >= MAX_RATIO
    const sign =
      known.every((value) => value > 0) && values.every((value) => value < 0) ? [`${path}: negative now`] : []
    return isOther ? [...sign, `${path}: ${size} where it was ${knownSize}`] : sign
  })
}

function numbersIn(value: unknown, path = "$", found = new Map<string, number[]>()): ReadonlyMap<string, number[]> {
  if (Array.isArray(value)) {
    const isRow = value.every((each) => typeof each !== "object")
    for (const [index, each] of value.entries()) numbersIn(each, `${path}[${isRow ? index : ""}]`, found)
  } else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) numbersIn(each, `${path}.${key}`, found)
  } else {
    const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value)
    if (typeof value !== "boolean" && value !== null && Number.isFinite(number)) {
      found.set(path, [...(found.get(path) ?? []), number])
    }
  }
  return found
}
