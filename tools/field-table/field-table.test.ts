import { describe, expect, test } from "vitest"
import { catalogue } from "@/lib/endpoints/catalogue"
import { NOW } from "@/lib/endpoints/provenance"
import { fieldsOf } from "./fields-of"
import { fieldRows, unusedPatterns } from "./rows"
import { unitOf } from "./units"

describe("the field table", () => {
  test("has unit, source and window of every field of every answer", () => {
    const rows = fieldRows().flatMap(({ contract, rows: own }) => own.map((row) => ({ id: contract.id, ...row })))
    expect(rows.length).toBeGreaterThan(1_000)
    const incomplete = rows.filter(({ unit, source, window }) => unit === null || source === "" || window === "")
    expect(incomplete.map(({ id, field }) => `${id}: ${field}`)).toEqual([])
  })

  test("says of every figure at the price of now that it is not of the close", () => {
    const rows = fieldRows().flatMap(({ contract, rows: own }) => own.map((row) => ({ id: contract.id, ...row })))
    const ofNow = rows.filter(({ field }) => /(?:^|\.)now\./.test(field))
    expect(new Set(ofNow.map(({ id }) => id)).size).toBeGreaterThanOrEqual(3)
    for (const { id, field, source, window } of ofNow) {
      const expected = field.includes("now.forecast.") ? { ...NOW, window: "the whole horizon from the 4h close" } : NOW
      expect({ source, window }, `${id}: ${field}`).toEqual(expected)
    }
  })

  test("has no pattern for a field that is gone", () => {
    expect(unusedPatterns()).toEqual([])
  })

  test("lists every leaf of the examples", () => {
    for (const contract of catalogue) {
      const known = fieldsOf(contract).map(({ path }) => new RegExp(`^${pattern(path)}$`))
      const missing = leaves(contract.example, "").filter((path) => !known.some((one) => one.test(path)))
      expect(missing, contract.id).toEqual([])
    }
  })

  test("a unit never contradicts the one that the name states", () => {
    const stated = [
      [/(^|_)usd(_|$)/, /US dollars/],
      [/(?<!apy|brier|_vs)_base(_|$)/, /coins/],
      [/^brier_base$/, /score/],
      [/^p_value/, /fraction, 0–1/],
      [/(^|_)annual_pct$/, /percent a year/],
      [/_pct(_|$)/, /percent/],
      [/(^|_)age_s$/, /seconds/],
      [/^venue$/, /text|word/],
    ] as const
    const wrong = fieldRows().flatMap(({ contract, rows }) =>
      rows.flatMap(({ field, unit }) => {
        const name = field.split(".").at(-1) ?? field
        const rule = stated.find(([pattern]) => pattern.test(name.replaceAll("[]", "")))
        return rule === undefined || rule[1].test(unit ?? "") ? [] : [`${contract.id}: ${field} ${unit}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test("a number whose name says no unit has none", () => {
    expect(unitOf({ path: "level_of_mood", schema: { type: "number" } })).toBeNull()
    expect(unitOf({ path: "change_24h_pct", schema: { type: ["number", "null"] } })).toBe("percent")
  })
})

function pattern(path: string): string {
  const escaped = path.replace(/[.[\]]/g, "\\$&").replace("{coin}", "(?:BTC|ETH|SOL)")
  return escaped.replaceAll("*", ".+")
}

function leaves(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, `${path}[]`))
  if (typeof value !== "object" || value === null) return value === null ? [] : [path]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, path === "" ? name : `${path}.${name}`))
}
