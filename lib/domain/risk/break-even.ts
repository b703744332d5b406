import { COST_PER_SIDE_RATIO } from "@/lib/domain/track-record/outcome"
import { interpolate } from "@/lib/domain/volatility/interpolate"
import { barrierTable } from "./barrier-table"

export type EndsOfPlan = {
  /** The target's distance from the entry in those of the stop. */
  readonly multiple: number
  /** Distance of the stop from the entry: in daily ATR(14) of a usual day, and as a share of the entry. */
  readonly stopAtr: number
  readonly stopRatio: number
  /** Probabilities within 14 days. What is left are plans that time ends. */
  readonly targetFirst: number
  readonly stopFirst: number
}

/**
 * How often the target must come first for a plan to bring nothing after costs, be its other ends as likely as stated.
 *
 * A stop takes 1 R and a round trip costs 20 bps. Plans that time ends are closed after 14 days, on average ahead of the
 * entry where the target is farther than the stop: what the stop would have ended is not among them.
 */
export function breakEven({ multiple, stopAtr, stopRatio, targetFirst, stopFirst }: EndsOfPlan): number {
  const costs = (2 * COST_PER_SIDE_RATIO) / stopRatio
  const timed = (1 - targetFirst - stopFirst) * timedR(stopAtr, multiple)
  return Math.min(1, Math.max(0, (stopFirst + costs - timed) / multiple))
}

/** What a plan that time ends brings on average, in R. */
function timedR(stopAtr: number, multiple: number): number {
  const { multiples, rows } = barrierTable.timedR
  const ofMultiples = rows.map((row) => interpolate(barrierTable.stops, row, stopAtr))
  return interpolate(multiples, ofMultiples, multiple)
}
