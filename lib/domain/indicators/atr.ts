import { wilder } from "./exponential"
import { trueRange } from "./true-range"

/** Wilder's average true range, in price units. First value at index `period`. */
export function atr(high: Float64Array, low: Float64Array, close: Float64Array, period: number): Float64Array {
  return wilder(trueRange(high, low, close), period)
}
