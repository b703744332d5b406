import { describe, expect, test } from "vitest"
import { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { DAY_MS } from "@/lib/domain/utc-day"
import { candlesOf, sampleCones, plotCallsOf, proofText, settledRangesOf } from "./market-chart-data"

const answer = recordCallsContract.response.parse(recordCallsContract.example)
const { calls, figures } = answer
const settled = calls.find(({ outcome, range, direction }) => outcome && range && direction)
if (!settled?.outcome || !settled.range) throw new Error("The example has a settled call with a range.")
const decidedMs = Date.parse(settled.decided_at)
const settledMs = Date.parse(settled.outcome.at)

test("candles keep their prices and get their time in milliseconds", () => {
  const { candles } = marketCandlesContract.response.parse(marketCandlesContract.example)
  const [first] = candles
  expect(candlesOf({ candles })[0]).toEqual({
    openMs: Date.parse(first?.t ?? ""),
    open: first?.o,
    high: first?.h,
    low: first?.l,
    close: first?.c,
    volume: first?.v,
  })
})

describe("calls of a chart", () => {
  const one = (direction: (typeof calls)[number]["direction"]) => plotCallsOf([{ ...settled, direction }], 0)

  test("have a side, and a lean is marked as one", () => {
    expect(one("LONG")).toEqual([{ atMs: decidedMs, price: settled.price, side: "up", isLean: false }])
    expect(one("LEAN_SHORT")).toMatchObject([{ side: "down", isLean: true }])
  })

  test("exclude sealed and neutral calls and calls before the chart", () => {
    expect([one(null), one("NEUTRAL"), plotCallsOf([settled], decidedMs + 1)]).toEqual([[], [], []])
  })
})

test("a range is drawn at its target time, and only once it is settled", () => {
  expect(settledRangesOf([settled], 0)).toEqual([{ atMs: settledMs, ...settled.range }])
  expect(settledRangesOf([{ ...settled, outcome: null }], 0)).toEqual([])
  expect(settledRangesOf([settled], settledMs + 1)).toEqual([])
})

test("the illustrated range has the mean width of past ranges and grows with the root of time", () => {
  const call = { ...settled, price: 100, range: { low: 98, high: 102 } }
  const [day, week] = sampleCones([call], { atMs: 0, price: 200 })
  expect(day).toEqual({ atMs: DAY_MS, low: 196, high: 204 })
  expect(week?.atMs).toBe(7 * DAY_MS)
  expect((week?.high ?? 0) - 200).toBeCloseTo(4 * Math.sqrt(7), 9)
  expect(sampleCones([{ ...call, range: null }], { atMs: 0, price: 200 })).toEqual([])
})

describe("the track record line", () => {
  const dayText = () => "18 Nov"
  const textOf = (live: Partial<typeof figures.live_paper>) =>
    proofText({ ...answer, figures: { ...figures, live_paper: { ...figures.live_paper, ...live } } }, dayText)
  const ranges = { ...figures.live_paper.ranges, n: 100, inside: 82 }

  test("states the ranges that held first, then the calls", () => {
    const text = textOf({ ranges: { ...ranges, coverage: 0.82 } })
    expect(text).toMatch(/^82% of these bands held \(n 100/)
    expect(text).toMatch(/ 80% promised\. Calls won: /)
    expect(text).not.toContain("hypothetical")
  })

  test("says when the figures are replayed", () => {
    const replay = { ...figures.replay, ranges: { ...ranges, coverage: 0.79 } }
    const text = proofText(
      {
        ...answer,
        figures: {
          live_paper: { ...figures.live_paper, ranges: { ...ranges, n: 0, inside: 0, coverage: null } },
          replay,
        },
      },
      dayText,
    )
    expect(text).toMatch(/^79% .*Replayed over past closes: hypothetical\.$/)
  })
})
