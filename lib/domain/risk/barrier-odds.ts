import { forecastModel, type TargetTable } from "@/lib/domain/volatility/forecast-model"
import { interpolate } from "@/lib/domain/volatility/interpolate"

export type BarrierParams = {
  readonly horizon: "3d" | "7d" | "14d"
  /** Distance of the stop from the entry, in usual daily ATR(14). */
  readonly stopAtr: number
  /** Absent: the table of the current method version. */
  readonly table?: TargetTable
}

/**
 * P(the target is hit before the stop, within the horizon), interpolated in both distances.
 *
 * Stops outside 0.75–3 ATR read the nearest row. Beyond 5 ATR the decline of the widest stop from 4 to 5 ATR continues for
 * every stop, so that a wider stop never has lower odds.
 */
export function targetBeforeStop(
  { horizon, stopAtr, table = forecastModel.targets }: BarrierParams,
  targetAtr: number,
): number {
  const { targets, stops } = table
  const rows = table[horizon]
  const last = targets.length - 1
  const column = (index: number) =>
    interpolate(
      stops,
      rows.map((row) => row[index] ?? 0),
      stopAtr,
    )
  const [nearest, farthest] = [targets[0] ?? 0, targets[last] ?? 0]
  if (targetAtr > farthest) {
    const widest = rows[stops.length - 1] ?? []
    const decline = (widest[last] ?? 0) / (widest[last - 1] ?? 1)
    return column(last) * decline ** (targetAtr - farthest)
  }
  if (targetAtr < nearest) return interpolate([0, nearest], [1, column(0)], targetAtr)
  return interpolate(
    targets,
    targets.map((_, index) => column(index)),
    targetAtr,
  )
}

/** P(a stop that is hit within 14 days is hit before the target). A target at the entry is always hit first. */
export function stopFirstShare(targetAtr: number, table: TargetTable = forecastModel.targets): number {
  return interpolate([0, ...table.targets], [0, ...table.stopFirst], targetAtr)
}
