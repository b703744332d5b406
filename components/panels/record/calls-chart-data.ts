import type { CallMark, CallsChartData } from "@/components/charts/calls-chart"
import { axisOf } from "@/components/charts/range-bar"
import type { Call, Calls } from "@/lib/endpoints/record-calls/contract"
import { badgeDirectionOf } from "@/lib/client/format/direction"
import type { Times } from "@/lib/client/format/time"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import { callText } from "./calls-summary"

/** Beyond this span a call has no room for a glyph on most screens. */
const WEEK_DAYS = 7

/** Half of the slot around each close. */
const HALF_MS = DECISION_SPACING_MS / 2

const verdicts = { WIN: "won", LOSS: "lost", NEUTRAL: "flat", VOID: "unmeasured" } as const

/** The chart data of an answer. `null` below two closes. */
export function chartDataOf(
  { calls, days, horizon }: Pick<Calls, "calls" | "days" | "horizon">,
  times: Times,
): CallsChartData | null {
  const closes = calls.map((call) => ({ call, atMs: Date.parse(call.decided_at) }))
  const [first, last] = [closes[0], closes.at(-1)]
  if (!first || !last || first.atMs === last.atMs) return null
  const settled = calls.flatMap(({ outcome, range }) =>
    outcome && outcome.inside !== null && range
      ? { atMs: Date.parse(outcome.at), price: outcome.price, inside: outcome.inside, ...range }
      : [],
  )
  return {
    axis: axisOf([
      ...calls.map(({ price }) => price),
      ...settled.flatMap(({ low, high, price }) => [low, high, price]),
    ]),
    fromMs: first.atMs - HALF_MS,
    toMs: Math.max(last.atMs, ...settled.map(({ atMs }) => atMs)) + HALF_MS,
    runs: splitAtGaps(closes.map(({ call, atMs }) => ({ atMs, price: call.price }))),
    ranges: settled.map(({ atMs, low, high }) => ({ atMs, low, high })),
    outsideRange: settled.flatMap(({ atMs, price, inside }) => (inside ? [] : { atMs, price })),
    marks: closes.flatMap(({ call, atMs }) => markOf(call, atMs) ?? []),
    points: closes.map(({ call, atMs }) => ({ id: call.id, atMs, text: callText(call, { horizon, times }) })),
    replayed: replayedOf(calls),
    span: days <= WEEK_DAYS ? "week" : "longer",
  }
}

function markOf({ id, direction, outcome }: Call, atMs: number): CallMark | null {
  if (direction === null) return null
  const side = badgeDirectionOf(direction)
  if (direction.startsWith("LEAN_")) return { id, atMs, side, verdict: "lean" }
  return { id, atMs, side, verdict: outcome ? verdicts[outcome.verdict] : "unmeasured" }
}

/** Splits the closes where one is missing, because the price between is unknown. */
function splitAtGaps<T extends { readonly atMs: number }>(closes: readonly T[]): readonly (readonly T[])[] {
  const runs: T[][] = []
  for (const close of closes) {
    const run = runs.at(-1)
    const before = run?.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY
    if (run && close.atMs - before <= DECISION_SPACING_MS) run.push(close)
    else runs.push([close])
  }
  return runs
}

function replayedOf(calls: readonly Call[]): CallsChartData["replayed"] {
  const live = calls.filter(({ kind }) => kind === "live_paper")
  if (live.length === calls.length) return null
  const settled = live.find(({ outcome }) => outcome !== null)
  return {
    callsUntilMs: beforeTime(live[0]?.decided_at),
    // A range is placed a day after its call, so the first day of live calls still shows replayed ranges.
    rangesUntilMs: beforeTime(settled?.outcome?.at),
  }
}

function beforeTime(instant: string | undefined): number {
  return instant === undefined ? Infinity : Date.parse(instant) - HALF_MS
}
