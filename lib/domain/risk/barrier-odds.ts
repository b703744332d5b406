import { interpolate } from "@/lib/domain/volatility/interpolate"
import { barrierTable } from "./barrier-table"

export type BarrierParams = {
  readonly horizon: "3d" | "7d" | "14d"
  readonly side: "long" | "short"
  /** Distance of the stop from the entry, in daily ATR(14) of a usual day. */
  readonly stopAtr: number
}

/**
 * P(a target is hit before the stop, within the horizon), interpolated in both distances. Stops outside 0.75–3 ATR read
 * the nearest row. Beyond the last column, 5 ATR, the decline of the widest stop from 4 to 5 ATR goes on: one decline for
 * all stops keeps a wider stop from ever looking worse.
 */
export function targetBeforeStop({ horizon, side, stopAtr }: BarrierParams, targetAtr: number): number {
  const { targets, stops } = barrierTable
  const rows = barrierTable[horizon][side].target
  const last = targets.length - 1
  const column = (index: number) =>
    interpolate(
      stops,
      rows.map((row) => row[index] ?? 0),
      stopAtr,
    )
  const [nearest, farthest] = [targets[0], targets[8]]
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

/** P(the stop is hit within the horizon), also after nearer targets. */
export function stopHit({ horizon, side, stopAtr }: BarrierParams): number {
  return interpolate(barrierTable.stops, barrierTable[horizon][side].stop, stopAtr)
}

/** P(a stop that is hit within 14 days is hit before the target). A target at the entry always comes first. */
export function stopFirstShare(side: BarrierParams["side"], targetAtr: number): number {
  return interpolate([0, ...barrierTable.targets], [0, ...barrierTable["14d"][side].stopFirst], targetAtr)
}
