import type { Bounds } from "@/lib/domain/statistics/interval"
import { wilsonInterval } from "@/lib/domain/statistics/interval"
import { deviation, mean } from "@/lib/domain/statistics/moments"
import { zFor } from "@/lib/domain/statistics/normal"
import { evidenceOf, whenShown } from "@/lib/domain/track-record/evidence"
import { type Horizon, netReturn, type SettledCall } from "@/lib/domain/track-record/settlement"
import type { Run } from "./replay"

/** What a contestant's stances were worth over the settled windows. Rates are `null` below 30 effective windows. */
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
  /** Mean of what it earned less what always being long earned, window by window, gross. */
  readonly skill: { readonly mean: number; readonly interval: Bounds } | null
  /** Newest first. */
  readonly last10: readonly ("W" | "L" | "–")[]
}

/** `calls` in order of time. */
export function windowRecord(run: Run, calls: readonly SettledCall[], horizon: Horizon): WindowRecord {
  const judged = calls.filter(({ facts }) => run.opinionAt.has(facts.id))
  const long = judged.filter(({ facts }) => run.longAt.has(facts.id))
  const evidence = evidenceOf(judged, horizon)
  const ofLong = evidenceOf(long, horizon)
  const hitRate = whenShown(ofLong, () => mean(long.map(({ marketReturn }) => Number(marketReturn > 0))))
  return {
    settled: judged.length,
    nEffective: evidence.nEffective,
    incubating: evidence.status === "insufficient_data",
    hitRate,
    hitRateInterval: hitRate === null ? null : wilsonInterval(hitRate, ofLong.nEffective),
    expectancy: whenShown(ofLong, () => mean(long.map(({ marketReturn }) => netReturn(1, marketReturn)))),
    skill: whenShown(evidence, () => skillOf(run, judged, evidence.nEffective)),
    last10: judged
      .slice(-10)
      .toReversed()
      .map((call) => letterOf(run, call)),
  }
}

function skillOf(run: Run, judged: readonly SettledCall[], nEffective: number): WindowRecord["skill"] {
  const differences = judged.map(({ facts, marketReturn }) => (run.longAt.has(facts.id) ? 0 : -marketReturn))
  const average = mean(differences)
  const spread = deviation(differences)
  if (average === null || spread === null) return null
  const half = (zFor(0.95) * spread) / Math.sqrt(nEffective)
  return { mean: average, interval: { low: average - half, high: average + half } }
}

function letterOf(run: Run, { facts, marketReturn }: SettledCall): "W" | "L" | "–" {
  if (!run.longAt.has(facts.id)) return "–"
  return marketReturn > 0 ? "W" : "L"
}
