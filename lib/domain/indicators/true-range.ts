import { absent, at } from "./series"

/** Range of a candle including the gap from the previous close, in price units. First value at index 1. */
export function trueRange(high: Float64Array, low: Float64Array, close: Float64Array): Float64Array {
  const ranges = absent(close.length)
  for (let i = 1; i < close.length; i++) {
    const previous = at(close, i - 1)
    ranges[i] = Math.max(at(high, i), previous) - Math.min(at(low, i), previous)
  }
  return ranges
}
