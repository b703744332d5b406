import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { readIndicator } from "./indicator"
import { macro } from "./macro"
import { knownSeries, NO_INPUTS, type SeriesInputs, type SeriesName } from "./market-inputs"
import { viewMarket } from "./market-view"
import { publishedSeries } from "./published-series"

const SPACING_MS = 4 * HOUR_MS
const day = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** Points of a series until some days after the last tested time. */
const input = <T extends object>(stepMs: number, source: string, content: T) => ({
  value: Array.from({ length: (90 * DAY_MS) / stepMs }, (_, i) => ({
    atMs: day("2026-09-15") + i * stepMs,
    ...content,
  })),
  asOfMs: day("2026-12-13"),
  source,
})

const weekdays = (source: string) => {
  const { value, ...rest } = input(DAY_MS, source, { value: 100 })
  return { ...rest, value: value.filter(({ atMs }) => ![0, 6].includes(new Date(atMs).getUTCDay())) }
}

const series = (source: string): SeriesInputs => ({
  ...NO_INPUTS,
  fearGreed: input(DAY_MS, "alternative.me", { index: 50 }),
  funding: input(8 * HOUR_MS, "okx", { fundingPctPer8h: 0.01 }),
  openInterest: input(HOUR_MS, "okx", { openInterestBase: 1 }),
  longShort: input(HOUR_MS, "okx", { longShortRatio: 1 }),
  takerFlow: input(HOUR_MS, "okx", { takerBuyBase: 1, takerSellBase: 1 }),
  coinbasePremium: input(HOUR_MS, "coinbase/kraken", { premiumPct: 0 }),
  vix: weekdays(source),
  dxy: weekdays(source),
  us10y: weekdays(source),
  spx: weekdays(source),
  stablecoins: input(DAY_MS, "defillama", { supplyUsd: 1 }),
})

const FRED = series("fred")

/** The newest point of a series that a replayed call at `timeMs` reads. */
function newest(held: SeriesInputs, name: SeriesName, timeMs: number): number {
  const inputs = { ...NO_INPUTS, ...publishedSeries(held, timeMs) }
  return knownSeries(inputs, timeMs)[name].at(-1)?.atMs ?? 0
}

/** Date of the newest value, and the instant from which a close reads it: two weeks with a holiday on either side. */
const DOLLAR = [
  ["2026-10-02", "2026-10-05T20:15Z"],
  ["2026-10-09", "2026-10-13T20:15Z"],
  ["2026-10-16", "2026-10-19T20:15Z"],
  ["2026-10-23", "2026-10-26T20:15Z"],
  ["2026-10-30", "2026-11-02T21:15Z"],
  ["2026-11-06", "2026-11-09T21:15Z"],
  ["2026-11-13", "2026-11-16T21:15Z"],
] as const

const YIELD = [
  ["2026-10-07", "2026-10-08T20:15Z"],
  ["2026-10-08", "2026-10-09T20:15Z"],
  // Columbus Day.
  ["2026-10-09", "2026-10-13T20:15Z"],
  ["2026-10-12", "2026-10-13T20:15Z"],
  ["2026-10-13", "2026-10-14T20:15Z"],
  ["2026-10-14", "2026-10-15T20:15Z"],
  ["2026-10-15", "2026-10-16T20:15Z"],
  ["2026-10-16", "2026-10-19T20:15Z"],
] as const

describe("the Fed's releases", () => {
  test.each([
    ["dxy", DOLLAR],
    ["us10y", YIELD],
  ] as const)("of %s are read from the first close after their publication", (name, releases) => {
    const first = day(releases[0][1].slice(0, 10)) + DAY_MS
    const end = Date.parse(releases.at(-1)?.[1] ?? "")
    for (let timeMs = first; timeMs < end; timeMs += SPACING_MS) {
      const out = releases.findLast(([, released]) => Date.parse(released) <= timeMs)?.[0] ?? ""
      // A yield is read at the earliest two days later, even when it was published earlier.
      const expected = name === "us10y" ? Math.min(day(out), lastWeekday(timeMs - 2 * DAY_MS)) : day(out)
      expect(new Date(newest(FRED, name, timeMs)), new Date(timeMs).toISOString()).toEqual(new Date(expected))
    }
  })

  test.each(["vix", "spx", "us10y"] as const)("of %s for a Friday are not known before Monday evening", (name) => {
    for (let timeMs = day("2026-11-14"); timeMs <= day("2026-11-16") + 20 * HOUR_MS; timeMs += SPACING_MS) {
      expect(newest(FRED, name, timeMs)).toBe(day("2026-11-12"))
    }
    expect(newest(FRED, name, day("2026-11-17"))).toBe(day("2026-11-13"))
  })
})

test("indicators of the Fed's dollar index abstain from Thursday to Monday evening, as documented", () => {
  const dollar = macro.filter(({ inputs }) => inputs.includes("dxy"))
  const votesAt = (timeMs: number) => {
    const view = viewMarket({ ...NO_INPUTS, ...publishedSeries(FRED, timeMs) }, timeMs)
    return dollar.map((indicator) => readIndicator(indicator, view).vote)
  }
  const [from, to] = [day("2026-11-19") + SPACING_MS, day("2026-11-24")]
  for (let timeMs = day("2026-11-17"); timeMs <= to; timeMs += SPACING_MS) {
    const isSilent = timeMs >= from && timeMs < to
    expect(votesAt(timeMs), new Date(timeMs).toISOString()).toEqual([isSilent ? null : "neutral"])
  }
})

function lastWeekday(timeMs: number): number {
  let dayMs = Math.floor(timeMs / DAY_MS) * DAY_MS
  while ([0, 6].includes(new Date(dayMs).getUTCDay())) dayMs -= DAY_MS
  return dayMs
}

test("a daily source has a session's close at the day's end, and an unknown source counts as the Fed", () => {
  const saturday = day("2026-11-14")
  expect(newest(series("yahoo"), "dxy", saturday)).toBe(day("2026-11-13"))
  expect(newest(series("cboe"), "vix", saturday)).toBe(day("2026-11-13"))
  expect(newest(series("another"), "dxy", saturday)).toBe(day("2026-11-06"))
})

test.each<[SeriesName, number]>([
  ["fearGreed", HOUR_MS],
  ["funding", HOUR_MS / 6],
  ["openInterest", HOUR_MS / 6],
  ["longShort", HOUR_MS / 6],
  ["takerFlow", HOUR_MS + HOUR_MS / 6],
  ["coinbasePremium", HOUR_MS / 6],
])("at no time of the week %s is read before a poll could have read it", (name, lagMs) => {
  const minutes = fc.integer({ min: 0, max: 7 * 24 * 60 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const timeMs = day("2026-11-09") + minute * 60_000
      expect(newest(FRED, name, timeMs)).toBeLessThanOrEqual(timeMs - lagMs)
    }),
  )
  for (let timeMs = day("2026-11-09"); timeMs < day("2026-11-16"); timeMs += SPACING_MS) {
    expect(newest(FRED, name, timeMs)).toBeLessThanOrEqual(timeMs - lagMs)
    expect(newest(FRED, name, timeMs)).toBeGreaterThan(timeMs - DAY_MS - HOUR_MS)
  }
})

test("fear & greed of a midnight is read four hours later", () => {
  const midnight = day("2026-11-12")
  expect(newest(FRED, "fearGreed", midnight)).toBe(midnight - DAY_MS)
  expect(newest(FRED, "fearGreed", midnight + SPACING_MS)).toBe(midnight)
})
