import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { DAY_MS } from "@/lib/domain/utc-day"
import { fomcSchedule } from "./fomc-schedule"
import { releaseSchedule } from "./release-schedule"
import { endingTables, lastDayOf, SHIPPED_TABLES } from "./shipped-tables"

test("operators are warned from 60 days before a table ends", () => {
  const [{ untilMs }] = SHIPPED_TABLES
  expect(endingTables(untilMs - 60 * DAY_MS - 1)).toEqual([])
  expect(endingTables(untilMs - 60 * DAY_MS)).toEqual(["the shipped table of CPI and NFP days ends on 2026-12-31"])
  expect(endingTables(untilMs + DAY_MS)).toHaveLength(1)
})

test("no day of a table is after its end", () => {
  const dates = [releaseSchedule, fomcSchedule].map((table) =>
    table.flatMap(({ when }) => ("date" in when ? [when.date] : [])).toSorted(),
  )
  for (const [index, table] of SHIPPED_TABLES.entries()) {
    const newest = dates[index]?.at(-1) ?? ""
    expect(newest <= lastDayOf(table)).toBe(true)
    expect(newest.slice(0, 7)).toBe(lastDayOf(table).slice(0, 7))
  }
})

test("docs/sources.md names the same last day", () => {
  expect(readFileSync("docs/sources.md", "utf8")).toContain(`which ends on ${lastDayOf(SHIPPED_TABLES[0])}`)
})
