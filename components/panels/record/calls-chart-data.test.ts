import fc from "fast-check"
import { expect, test } from "vitest"
import { type Call, type Calls, recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { utcTimes } from "@/lib/client/browser/times"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import { chartDataOf as pictureIn } from "./calls-chart-data"

const example = recordCallsContract.response.parse(recordCallsContract.example)
const [replayed, settled, sealed] = example.calls
const START_MS = Date.UTC(2026, 9, 1)

const chartDataOf = (answer: Calls) => pictureIn(answer, utcTimes)

function withCalls(calls: readonly Call[], days = 30): Calls {
  return { ...example, days, calls: [...calls] }
}

/** A call like the example's at the n-th close. */
function at(close: number, change: Partial<Call> = {}): Call {
  if (!settled?.outcome) throw new Error("the example has a settled call")
  const decidedMs = START_MS + close * DECISION_SPACING_MS
  const iso = (timeMs: number) => new Date(timeMs).toISOString()
  return {
    ...settled,
    id: `BTC-${iso(decidedMs)}`,
    decided_at: iso(decidedMs),
    outcome: { ...settled.outcome, at: iso(decidedMs + 6 * DECISION_SPACING_MS) },
    ...change,
  }
}

test("a call is a mark on its side, and its range is placed at its outcome", () => {
  const picture = chartDataOf(example)
  expect(picture?.marks).toEqual([
    { id: replayed?.id, atMs: Date.parse("2026-11-19T04:00:00.000Z"), side: "down", verdict: "lost" },
    { id: settled?.id, atMs: Date.parse("2026-11-19T08:00:00.000Z"), side: "up", verdict: "won" },
  ])
  expect(picture?.ranges).toEqual([
    { atMs: Date.parse("2026-11-20T04:00:00.000Z"), low: 93_410.2, high: 96_840.8 },
    { atMs: Date.parse("2026-11-20T08:00:00.000Z"), low: 93_890.4, high: 97_082.6 },
  ])
  expect(picture?.outsideRange).toEqual([{ atMs: Date.parse("2026-11-20T04:00:00.000Z"), price: 97_004.1 }])
  expect(picture?.points.map(({ id }) => id)).toEqual([replayed?.id, settled?.id, sealed?.id])
})

test("replayed calls end before the first live call, and replayed ranges a day later", () => {
  expect(chartDataOf(example)?.replayed).toEqual({
    callsUntilMs: Date.parse("2026-11-19T06:00:00.000Z"),
    rangesUntilMs: Date.parse("2026-11-20T06:00:00.000Z"),
  })
  expect(chartDataOf(withCalls([at(0), at(1)]))?.replayed, "all live").toBeNull()
  const hypothetical = [0, 1].map((close) => at(close, { kind: "replay" }))
  const all = { callsUntilMs: Infinity, rangesUntilMs: Infinity }
  expect(chartDataOf(withCalls(hypothetical))?.replayed, "none live").toEqual(all)
})

test("the line is split at a missed close", () => {
  const runs = chartDataOf(withCalls([0, 1, 2, 4, 5].map((close) => at(close))))?.runs
  expect(runs?.map((run) => run.length)).toEqual([3, 2])
})

test("fewer than two closes give no chart", () => {
  expect(chartDataOf(withCalls([]))).toBeNull()
  expect(chartDataOf(withCalls([at(0)]))).toBeNull()
})

test("a call without a range or a measured outcome has no drawn range and no result", () => {
  const outcome = { ...at(0).outcome, verdict: "VOID", inside: null } as Call["outcome"]
  const picture = chartDataOf(withCalls([at(0, { outcome }), at(1, { outcome: null }), at(2, { range: null })]))
  expect(picture?.ranges).toEqual([])
  expect(picture?.marks.map(({ verdict }) => verdict)).toEqual(["unmeasured", "unmeasured", "won"])
})

const anyCall = fc.record({
  price: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
  kind: fc.constantFrom("live_paper" as const, "replay" as const),
  direction: fc.constantFrom(null, "STRONG_LONG" as const, "NEUTRAL" as const, "LEAN_SHORT" as const),
})

test("a lean is drawn as a lean, whatever its outcome was", () => {
  const leans = [at(0, { direction: "LEAN_SHORT" }), at(1, { direction: "LEAN_LONG", outcome: null }), at(2)]
  expect(chartDataOf(withCalls(leans))?.marks.map(({ verdict }) => verdict)).toEqual(["lean", "lean", "won"])
})

test("all data lies within the axes, and no sealed call is marked", () => {
  fc.assert(
    fc.property(fc.array(anyCall, { minLength: 2, maxLength: 60 }), (drawn) => {
      const calls = drawn.map(({ direction, ...call }, close) =>
        at(
          close,
          direction === null
            ? { ...call, direction, degraded: null, range: null, outcome: null }
            : { ...call, direction },
        ),
      )
      const picture = chartDataOf(withCalls(calls))
      if (picture === null) throw new Error("two closes make a picture")
      const { axis, fromMs, toMs } = picture
      const prices = [...picture.runs.flat(), ...picture.outsideRange].map(({ price }) => price)
      const bounds = picture.ranges.flatMap(({ low, high }) => [low, high])
      for (const price of [...prices, ...bounds]) {
        expect(price).toBeGreaterThan(axis.low)
        expect(price).toBeLessThan(axis.high)
      }
      for (const { atMs } of [...picture.points, ...picture.ranges, ...picture.marks]) {
        expect(atMs).toBeGreaterThanOrEqual(fromMs)
        expect(atMs).toBeLessThanOrEqual(toMs)
      }
      expect(picture.marks).toHaveLength(calls.filter(({ direction }) => direction !== null).length)
      expect(picture.points).toHaveLength(calls.length)
    }),
  )
})
