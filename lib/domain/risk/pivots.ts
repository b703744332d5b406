import type { Columns } from "@/lib/domain/market/columns"

/**
 * Lows that `reach` bars on each side do not undercut, oldest first. A pivot is known only when the bars after it are,
 * so the last `reach` bars hold none.
 */
export function pivotLows({ low, length }: Pick<Columns, "low" | "length">, reach: number): number[] {
  return pivots(low, length, reach, (candidate, other) => candidate <= other)
}

export function pivotHighs({ high, length }: Pick<Columns, "high" | "length">, reach: number): number[] {
  return pivots(high, length, reach, (candidate, other) => candidate >= other)
}

const REACH_4H = 5
/** 90 days of 4-hour candles. */
const WINDOW_4H = 540

/** The highest confirmed 4-hour pivot low below a price, of the last 90 days; `null` when there is none. */
export function nearestSupport(fourHours: Columns, priceUsd: number): number | null {
  const low = fourHours.low.subarray(-WINDOW_4H)
  const below = pivotLows({ low, length: low.length }, REACH_4H).filter((level) => level < priceUsd)
  return below.length === 0 ? null : Math.max(...below)
}

function pivots(
  series: Float64Array,
  length: number,
  reach: number,
  beats: (candidate: number, other: number) => boolean,
): number[] {
  const found: number[] = []
  for (let i = reach; i < length - reach; i++) {
    const candidate = series[i] ?? Number.NaN
    const around = [...series.subarray(i - reach, i), ...series.subarray(i + 1, i + reach + 1)]
    if (around.every((other) => beats(candidate, other))) found.push(candidate)
  }
  return found
}
