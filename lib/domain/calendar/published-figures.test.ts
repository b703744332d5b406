import { expect, test } from "vitest"
import type { CalendarEvent } from "./merge-events"
import { withPublishedFigures } from "./published-figures"

const release: CalendarEvent = {
  kind: "CPI",
  name: "CPI",
  date: "2026-12-10",
  time: "08:30",
  atMs: Date.UTC(2026, 11, 10, 13, 30),
  importance: 3,
  category: "economic",
  figures: [
    { measure: "CPI m/m", forecast: "0.2%", previous: "0.4%" },
    { measure: "Core CPI y/y", forecast: null, previous: "3.0%" },
  ],
  notionalUsd: null,
  sources: ["bls", "forexfactory"],
}

const figure = (month: string, kind: "CPI" | "NFP" = "CPI") => ({ kind, measure: "CPI m/m", month, value: "0.3%" })

test("the value of the statistical agency replaces the previous value of the calendars, and the forecast stays", () => {
  const { figures, sources } = withPublishedFigures(release, [figure("2026-10")])
  expect(figures).toEqual([
    { measure: "CPI m/m", forecast: "0.2%", previous: "0.3%" },
    { measure: "Core CPI y/y", forecast: null, previous: "3.0%" },
  ])
  expect(sources).toEqual(["bls", "forexfactory", "bls-data"])
})

test("a value of another month or another release is not the previous one", () => {
  for (const other of [figure("2026-09"), figure("2026-11"), figure("2026-10", "NFP")]) {
    expect(withPublishedFigures(release, [other])).toBe(release)
  }
})

test("a release in January or February follows values of the year before", () => {
  const dated = (date: string, month: string) => withPublishedFigures({ ...release, date }, [figure(month)]).sources
  expect(dated("2027-01-13", "2026-11")).toContain("bls-data")
  expect(dated("2027-02-10", "2026-12")).toContain("bls-data")
})
