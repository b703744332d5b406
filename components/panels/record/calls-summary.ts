import { pct, signedPct } from "@/components/ui/format"
import type { Stat } from "@/components/ui/stat-list"
import { directionWords } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import type { Times } from "@/lib/client/format/time"
import { MIN_EFFECTIVE_CALLS } from "@/lib/domain/track-record/evidence"
import type { Call, Calls } from "@/lib/endpoints/record-calls/contract"
import { independent, interval, rate } from "./rates"

const verdicts = {
  WIN: "won",
  LOSS: "lost",
  NEUTRAL: "took no side",
  VOID: "not measured, the price came too late",
} as const

/** One call in words: time, direction, outcome and whether its range held. */
export function callText(call: Call, { horizon, times }: { readonly horizon: string; readonly times: Times }): string {
  const { decided_at, kind, price, direction, degraded, range, outcome } = call
  const when = `${times.text(decided_at)}, ${marketPrice(price)}`
  if (direction === null) return `${when}: sealed until it is a day old`
  const origin = kind === "replay" ? " (replayed, hypothetical)" : ""
  const summary = `${when}: ${directionWords(direction)}${origin}${degraded === true ? ", from too few indicators" : ""}`
  if (outcome === null) return `${summary}; not settled yet`
  const outcomeText = `${horizon} later ${marketPrice(outcome.price)}, ${signedPct(outcome.return_pct)}: ${direction.startsWith("LEAN_") ? "lean, not scored" : verdicts[outcome.verdict]}`
  if (range === null || outcome.inside === null) return `${summary}; ${outcomeText}`
  const bounds = `${marketPrice(range.low)} to ${marketPrice(range.high)}`
  return `${summary}; ${outcomeText}; ${outcome.inside ? "inside" : "outside"} the range of ${bounds}`
}

/** A summary of the chart in one or two sentences. */
export function callsSummary({ coin, days, horizon, calls, figures }: Calls): string {
  const [first, last] = [calls[0], calls.at(-1)]
  if (!first || !last) return `No call on ${coin} in ${days} days.`
  const moved = `${coin} went from ${marketPrice(first.price)} to ${marketPrice(last.price)}, ${signedPct(100 * (last.price / first.price - 1))}.`
  const { live_paper, replay } = figures
  const parts = [
    live_paper.ranges.n > 0 ? `live ${heldText(live_paper.ranges)}` : null,
    replay.ranges.n > 0 ? `replayed, hypothetical, ${heldText(replay.ranges)}` : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return `${moved} No ${horizon} range has settled yet.`
  return `${moved} Ranges for ${horizon} that held: ${parts.join("; ")}.`
}

type Figures = Calls["figures"]["replay"]

/** Counts and rates for the live or for the replayed calls. */
export function figureStats({ calls, ranges }: Figures, horizon: string): readonly Stat[] {
  const promised = `${pct(100 * ranges.level, 0)} promised`
  return [
    {
      name: `${horizon} ranges held`,
      value: `${ranges.inside} of ${ranges.n}`,
      note:
        ranges.coverage === null
          ? `${promised}; ${tooFew(ranges.n_effective)}`
          : `${rate(ranges.coverage)}, ${promised}; ${interval(ranges.ci95)}`,
    },
    {
      name: "Calls won",
      value: `${calls.won} of ${calls.n}`,
      note:
        calls.win_rate === null
          ? `leans not counted; ${tooFew(calls.n_effective)}`
          : `leans not counted; ${rate(calls.win_rate)}, base rate ${rate(calls.base_rate)}; ${interval(calls.win_rate_ci95)}`,
    },
  ]
}

function heldText({ inside, n }: Figures["ranges"]): string {
  return `${inside} of ${n}`
}

function tooFew(effective: number): string {
  return `no claim yet: effective sample ${independent(effective)}, ${MIN_EFFECTIVE_CALLS} needed`
}
