import { type Bounds, wilsonInterval } from "@/lib/domain/statistics/interval"
import { mean, median } from "@/lib/domain/statistics/moments"
import { intervalScore } from "@/lib/domain/statistics/scoring"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type Evidence, evidenceOf, ifEnoughEvidence } from "./evidence"
import type { SealedFacts } from "./sealed-signal"
import type { Horizon, CallWithOutcome } from "./outcome"

export const RANGE_LEVEL = 0.8

const WORST_SPAN_MS = 60 * DAY_MS

/** How often the close fell into the stated 80% range. */
export type RangeCoverage = Evidence & {
  readonly coverage: number | null
  readonly coverageInterval: Bounds | null
  /** Lowest coverage of any 60 days; `null` while the record is shorter than that. */
  readonly worst60d: number | null
  readonly medianHalfWidthRatio: number | null
  /** Mean interval score in fractions of the price; lower is better. */
  readonly intervalScore: number | null
}

type RangeResult = {
  readonly timeMs: number
  readonly inside: boolean
  readonly halfWidth: number
  readonly score: number
}

/** Calls that stated no range are left out of `n`. */
export function rangeCoverageOf(calls: readonly CallWithOutcome[], horizon: Horizon): RangeCoverage {
  const stated = calls.filter(({ facts }) => facts.ranges !== null)
  const results = stated.flatMap((call) => judgeRange(call, horizon))
  const evidence = evidenceOf(stated, horizon)
  const coverage = ifEnoughEvidence(evidence, () => mean(results.map(({ inside }) => Number(inside))))
  return {
    ...evidence,
    coverage,
    coverageInterval: coverage === null ? null : wilsonInterval(coverage, evidence.nEffective),
    worst60d: ifEnoughEvidence(evidence, () => worstSpan(results)),
    medianHalfWidthRatio: ifEnoughEvidence(evidence, () => median(results.map(({ halfWidth }) => halfWidth))),
    intervalScore: ifEnoughEvidence(evidence, () => mean(results.map(({ score }) => score))),
  }
}

/** The interval that was stated for a horizon; `null`: none was. */
export function statedRange({ ranges }: SealedFacts, horizon: Horizon): Bounds | null {
  return ranges && (horizon === "24h" ? ranges.day : ranges.week)
}

/** Whether the price was in the stated range at the end of the window; `null`: no range was stated. */
export function isInStatedRange(call: CallWithOutcome): boolean | null {
  return judgeRange(call, call.measured.horizon)[0]?.inside ?? null
}

function judgeRange({ facts, measured }: CallWithOutcome, horizon: Horizon): readonly RangeResult[] {
  const stated = statedRange(facts, horizon)
  if (stated === null) return []
  const price = facts.priceUsd
  // The stated range belongs to the sealed price; the outcome is the move, so a change of provider shifts neither end.
  const outcome = measured.exitPriceUsd / measured.entryPriceUsd
  const range = { low: stated.low / price, high: stated.high / price }
  return [
    {
      timeMs: facts.decisionTimeMs,
      inside: range.low <= outcome && outcome <= range.high,
      halfWidth: (range.high - range.low) / 2,
      score: intervalScore(range, outcome, RANGE_LEVEL),
    },
  ]
}

/** Slides a span of 60 days along the calls, which are in order of time. */
function worstSpan(results: readonly RangeResult[]): number | null {
  let worst: number | null = null
  let first = 0
  let inside = 0
  const beginMs = results[0]?.timeMs ?? 0
  for (const [index, { timeMs, inside: hit }] of results.entries()) {
    inside += Number(hit)
    while ((results[first]?.timeMs ?? timeMs) <= timeMs - WORST_SPAN_MS) {
      inside -= Number(results[first]?.inside ?? false)
      first++
    }
    if (timeMs - beginMs < WORST_SPAN_MS) continue
    const coverage = inside / (index - first + 1)
    worst = worst === null ? coverage : Math.min(worst, coverage)
  }
  return worst
}
