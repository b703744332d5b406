import fc from "fast-check"
import { expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { EtfFlowDay } from "./etf-flow"
import { summariseEtfFlows } from "./etf-summary"
import { fundKind } from "./fund-kind"

const monday = Date.UTC(2026, 10, 16)

function day(offset: number, usdMByFund: EtfFlowDay["usdMByFund"], isFinal = true): EtfFlowDay {
  const totalUsdM = Object.values(usdMByFund).reduce<number>((total, usdM) => total + (usdM ?? 0), 0)
  return { atMs: monday + offset * DAY_MS, totalUsdM, usdMByFund, isFinal }
}

const week = [
  day(-4, { IBIT: 10, GBTC: -5 }),
  day(-3, { IBIT: 100, GBTC: -20 }),
  day(0, { IBIT: 50, GBTC: -10 }),
  day(1, { IBIT: -30, FBTC: -12.3, GBTC: -10, NEWX: 1 }),
  day(2, { IBIT: 500, FBTC: null, GBTC: null }, false),
]

test("the newest complete day is shown with hand-computed sums", () => {
  expect(summariseEtfFlows(week, monday + 2 * DAY_MS + 23 * HOUR_MS)).toMatchObject({
    dayMs: monday + DAY_MS,
    totalUsdM: -51.3,
    institutionalUsdM: -42.3,
    usdMByFund: { IBIT: -30, FBTC: -12.3, GBTC: -10, NEWX: 1 },
    unclassified: ["NEWX"],
    topOutflow: { ticker: "IBIT", usdM: -30 },
    percentile: null,
    sessionsCompared: 3,
    streakSessions: -1,
    week: { sessions: 4, totalUsdM: 73.7, institutionalUsdM: 117.7 },
    previousWeekUsdM: null,
    pending: { dayMs: monday + 2 * DAY_MS, reported: ["IBIT"], missing: ["FBTC", "GBTC"] },
    gaps: [],
  })
})

test("a day is not final before the US close, even when the provider marks it as final", () => {
  expect(summariseEtfFlows(week.slice(0, 4), monday + DAY_MS + 19 * HOUR_MS)?.dayMs).toBe(monday)
  expect(summariseEtfFlows(week.slice(0, 4), monday + DAY_MS + 20 * HOUR_MS)?.dayMs).toBe(monday + DAY_MS)
})

test("without outflows topOutflow is the smallest inflow, with ties by ticker", () => {
  const calm = [day(0, { FBTC: 3, ARKB: 1, BITB: 1 })]
  expect(summariseEtfFlows(calm, monday + DAY_MS)?.topOutflow).toEqual({ ticker: "ARKB", usdM: 1 })
})

test("a day with only a total counts in the week and is not shown", () => {
  const rows = [day(0, { IBIT: 5 }), { ...day(1, {}), totalUsdM: 7 }]
  expect(summariseEtfFlows(rows, monday + 3 * DAY_MS)).toMatchObject({ dayMs: monday, week: { totalUsdM: 5 } })
  const later = [...rows, day(2, { IBIT: 1 })]
  expect(summariseEtfFlows(later, monday + 4 * DAY_MS)?.week).toMatchObject({
    totalUsdM: 13,
    institutionalUsdM: null,
  })
})

test("a fund missing on a day of the week is named, and a long closed fund is not", () => {
  const funds = { IBIT: 1, FBTC: 2 }
  const before = Array.from({ length: 18 }, (_, index) => day(index - 20, { ...funds, OLDX: index === 0 ? 1 : null }))
  const gap = day(0, { IBIT: 1, FBTC: null, OLDX: null })
  const rows = [...before, gap, day(1, { ...funds, OLDX: null })]
  expect(summariseEtfFlows(rows, monday + 3 * DAY_MS)).toMatchObject({
    dayMs: monday + DAY_MS,
    week: { totalUsdM: 13, sessions: 5 },
    gaps: [{ dayMs: monday, missing: ["FBTC"], isCounted: true }],
  })
  const apart = [...before, { ...gap, isFinal: false }, day(1, { ...funds, OLDX: null })]
  expect(summariseEtfFlows(apart, monday + 3 * DAY_MS)).toMatchObject({
    week: { totalUsdM: 12, sessions: 4 },
    gaps: [{ dayMs: monday, missing: ["FBTC"], isCounted: false }],
  })
})

test("without a complete day the summary is null", () => {
  expect(summariseEtfFlows([], monday)).toBeNull()
  expect(summariseEtfFlows([day(0, { IBIT: 5 }, false)], monday + 3 * DAY_MS)).toBeNull()
  expect(summariseEtfFlows([day(5, { IBIT: 5 })], monday)).toBeNull()
})

const anyDay = fc.record({
  offset: fc.integer({ min: -120, max: 0 }),
  isFinal: fc.boolean(),
  flows: fc.dictionary(
    fc.constantFrom("IBIT", "FBTC", "GBTC", "ARKB"),
    fc.option(fc.integer({ min: -500, max: 500 }), { nil: null }),
  ),
})

const anyTable = fc
  .uniqueArray(anyDay, { selector: ({ offset }) => offset, maxLength: 40 })
  .map((days) => days.map(({ offset, flows, isFinal }) => day(offset, flows, isFinal)))

test("a partial day is not shown, and the order of days does not matter", () => {
  fc.assert(
    fc.property(anyTable, fc.integer(), (table, seed) => {
      const nowMs = monday + DAY_MS
      const summary = summariseEtfFlows(table, nowMs)
      const shuffled = table.toSorted((a, b) => ((a.atMs ^ seed) % 7) - ((b.atMs ^ seed) % 7))
      expect(summariseEtfFlows(shuffled, nowMs)).toEqual(summary)
      if (summary === null) return
      expect(table.find(({ atMs }) => atMs === summary.dayMs)?.isFinal).toBe(true)
      expect(summary.topOutflow.usdM).toBe(Math.min(...Object.values(summary.usdMByFund)))
      const later = table.filter(({ atMs }) => atMs > summary.dayMs)
      expect(summary.pending === null).toBe(later.length === 0)
    }),
  )
})

test("a day's total is the sum of its funds, and a week's total the sum of its days", () => {
  const flows = [
    { IBIT: 112.5, FBTC: 227, GBTC: -95 },
    { IBIT: 386, FBTC: 195.3, GBTC: -484 },
    { IBIT: 212.7, FBTC: null, GBTC: -594.4 },
    { IBIT: 371.4, FBTC: 358.1, GBTC: -460.6 },
  ]
  const days = [11, 12, 16, 17]
  const table = flows.map((usdMByFund, i): EtfFlowDay => ({
    atMs: Date.UTC(2024, 0, days[i]),
    totalUsdM: Object.values(usdMByFund).reduce<number>((total, usdM) => total + (usdM ?? 0), 0),
    usdMByFund,
    isFinal: true,
  }))
  const summary = summariseEtfFlows(table, Date.UTC(2024, 0, 18, 12))
  expect(summary?.dayMs).toBe(Date.UTC(2024, 0, 17))
  expect(summary?.totalUsdM).toBeCloseTo(268.9, 6)
  expect(summary?.week.totalUsdM).toBeCloseTo(229, 6)
})

test("every fund that Farside lists for BTC has a kind", () => {
  const names = ["IBIT", "FBTC", "BITB", "ARKB", "BTCO", "EZBC", "BRRR", "HODL", "BTCW", "MSBT", "GBTC", "BTC"]
  expect(names.map(fundKind)).not.toContain("unclassified")
})
