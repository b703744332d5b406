import { COST_PER_SIDE_RATIO } from "@/lib/domain/track-record/outcome"
import { forecastModel, type TargetTable } from "@/lib/domain/volatility/forecast-model"
import { interpolate } from "@/lib/domain/volatility/interpolate"

export type PlanOutcomes = {
  /** Distance of the target from the entry, in distances of the stop. */
  readonly multiple: number
  /** Distance of the stop from the entry: in daily ATR(14) of a usual day, and as a share of the entry. */
  readonly stopAtr: number
  readonly stopRatio: number
  /** Probabilities within 14 days. The remaining plans reach neither level. */
  readonly targetFirst: number
  readonly stopFirst: number
  readonly table?: TargetTable
}

/**
 * Probability of the target at which a plan earns nothing after costs, given the probabilities of its other ends.
 *
 * A stop loses 1R and a round trip costs 20 bps. Plans that neither level ends are closed after 14 days; their mean result
 * is positive where the target is farther than the stop, because plans that hit the stop are not among them.
 */
export function breakEven({ multiple, stopAtr, stopRatio, targetFirst, stopFirst, table }: PlanOutcomes): number {
  const costs = (2 * COST_PER_SIDE_RATIO) / stopRatio
  const timed = (1 - targetFirst - stopFirst) * timedR(stopAtr, multiple, table)
  return Math.min(1, Math.max(0, (stopFirst + costs - timed) / multiple))
}

/** Mean result, in R, of plans that are closed after 14 days. */
function timedR(
  stopAtr: number,
  multiple: number,
  { stops, timedR: table }: TargetTable = forecastModel.targets,
): number {
  const { multiples, rows } = table
  const ofMultiples = rows.map((row) => interpolate(stops, row, stopAtr))
  return interpolate(multiples, ofMultiples, multiple)
}
