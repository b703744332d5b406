import type { Bounds } from "@/lib/domain/statistics/interval"
import { meanInterval, wilsonInterval } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { evidenceOf, ifEnoughEvidence } from "@/lib/domain/track-record/evidence"
import { type Horizon, netReturn, type CallWithOutcome } from "@/lib/domain/track-record/outcome"
import type { Contestant } from "./contestants"
import type { DayViews } from "./replay"

/** Result of a contestant's positions over the settled windows. Rates are `null` below 30 effective windows. */
export type WindowRecord = {
  /** Settled windows on which it had an opinion. */
  readonly settled: number
  readonly nEffective: number
  readonly incubating: boolean
  /** Share of the windows it was long in that closed higher. */
  readonly hitRate: number | null
  readonly hitRateInterval: Bounds | null
  /** Mean net return of the windows it was long in. */
  readonly expectancy: number | null
  /** Mean difference to the return of always being long, window by window, before costs. */
  readonly skill: { readonly mean: number; readonly interval: Bounds } | null
  /** Newest first. */
  readonly last10: readonly ("W" | "L" | "–")[]
}

/** A settled window on which a contestant had an opinion. */
type Stance = { readonly call: CallWithOutcome; readonly isLong: boolean }

/** `calls` in order of time. */
export function windowRecord(
  contestant: Contestant,
  calls: readonly CallWithOutcome[],
  { views, horizon }: { readonly views: DayViews; readonly horizon: Horizon },
): WindowRecord {
  const stances = calls.flatMap((call): readonly Stance[] => {
    const { coin, decisionTimeMs: timeMs } = call.facts
    const wanted = contestant.weight({ coin, timeMs, facts: call.facts, day: views(coin, timeMs) })
    return wanted === null ? [] : [{ call, isLong: wanted > 0 }]
  })
  const judged = stances.map(({ call }) => call)
  const long = stances.filter(({ isLong }) => isLong).map(({ call }) => call)
  const evidence = evidenceOf(judged, horizon)
  const ofLong = evidenceOf(long, horizon)
  const hitRate = ifEnoughEvidence(ofLong, () => mean(long.map(({ marketReturn }) => Number(marketReturn > 0))))
  return {
    settled: judged.length,
    nEffective: evidence.nEffective,
    incubating: evidence.status === "insufficient_data",
    hitRate,
    hitRateInterval: hitRate === null ? null : wilsonInterval(hitRate, ofLong.nEffective),
    expectancy: ifEnoughEvidence(ofLong, () => mean(long.map(({ marketReturn }) => netReturn(1, marketReturn)))),
    skill: ifEnoughEvidence(evidence, () => skillOf(stances, evidence.nEffective)),
    last10: stances.slice(-10).toReversed().map(letterOf),
  }
}

function skillOf(stances: readonly Stance[], nEffective: number): WindowRecord["skill"] {
  const differences = stances.map(({ call, isLong }) => (isLong ? 0 : -call.marketReturn))
  const average = mean(differences)
  const interval = meanInterval(differences, nEffective)
  return average === null || interval === null ? null : { mean: average, interval }
}

function letterOf({ call, isLong }: Stance): "W" | "L" | "–" {
  if (!isLong) return "–"
  return call.marketReturn > 0 ? "W" : "L"
}
