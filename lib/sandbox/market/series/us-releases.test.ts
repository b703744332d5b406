import { expect, test } from "vitest"
import { releasesBetween, type ReleaseKey } from "./us-releases"

function days(key: ReleaseKey, from: string, to: string): readonly string[] {
  return releasesBetween(Date.parse(from), Date.parse(to))
    .filter((release) => release.key === key)
    .map(({ dayMs }) => new Date(dayMs).toISOString().slice(0, 10))
}

/** @see https://www.bls.gov/schedule/ */
test("jobs are released on the first Friday, a week later after New Year, on Thursday before 4 July", () => {
  expect(days("nfp", "2026-09-01", "2026-12-31")).toEqual(["2026-09-04", "2026-10-02", "2026-11-06", "2026-12-04"])
  expect(days("nfp", "2027-01-01", "2027-01-31")).toEqual(["2027-01-08"])
  expect(days("nfp", "2026-07-01", "2026-07-31")).toEqual(["2026-07-02"])
  expect(days("nfp", "2026-04-01", "2026-04-30"), "Good Friday does not move it").toEqual(["2026-04-03"])
})

test("PPI is released the day after CPI, and Veterans Day moves both", () => {
  expect(days("cpi", "2026-11-01", "2026-12-31")).toEqual(["2026-11-12", "2026-12-09"])
  expect(days("ppi", "2026-11-01", "2026-12-31")).toEqual(["2026-11-13", "2026-12-10"])
})

test("jobless claims are released every Thursday, and on Wednesday before Thanksgiving", () => {
  expect(days("claims", "2026-11-08", "2026-12-05")).toEqual(["2026-11-12", "2026-11-19", "2026-11-25", "2026-12-03"])
})

test("the FOMC decides eight times a year, on the published days", () => {
  expect(days("fomc", "2026-10-01", "2027-02-01")).toEqual(["2026-10-28", "2026-12-09", "2027-01-27"])
  for (const year of [2024, 2025, 2028, 2031]) {
    expect(days("fomc", `${year}-01-01`, `${year}-12-31`)).toHaveLength(8)
  }
})

test("each monthly release is listed once a month, and releases are sorted by time", () => {
  const releases = releasesBetween(Date.UTC(2025, 0, 1), Date.UTC(2026, 11, 31))
  for (const key of ["nfp", "cpi", "ppi", "gdp", "pce", "jolts", "retail", "ismServices"] as const) {
    expect(
      releases.filter((release) => release.key === key),
      key,
    ).toHaveLength(24)
  }
  const times = releases.map(({ dayMs, hour }) => dayMs + hour * 3_600_000)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
