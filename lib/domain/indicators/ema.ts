import { exponential } from "./exponential"
import { firstPresent } from "./series"

/** Exponential moving average, weight 2/(n+1), seeded with the SMA of the first `period` present values (TA-Lib). */
export function ema(values: Float64Array, period: number): Float64Array {
  return emaSeededAt(values, period, firstPresent(values) + period - 1)
}

/** The same, seeded with the SMA that ends at `seedIndex`, where its first value appears. */
export function emaSeededAt(values: Float64Array, period: number, seedIndex: number): Float64Array {
  return exponential(values, { period, weight: 2 / (period + 1), seedIndex })
}
