import { absent, at } from "./series"
import { sma } from "./sma"
import { typicalPrice } from "./typical-price"

/** Lambert's constant: keeps most values within ±100. */
const SCALE = 0.015

/** Commodity channel index. First value at `period - 1`; 0 when nothing has moved. */
export function cci(high: Float64Array, low: Float64Array, close: Float64Array, period: number): Float64Array {
  const index = absent(close.length)
  const typical = typicalPrice(high, low, close)
  const means = sma(typical, period)
  let unchanged = 0
  let previous = Number.NaN
  for (let i = 0; i < close.length; i++) {
    unchanged = at(typical, i) === previous ? unchanged + 1 : 1
    previous = at(typical, i)
    if (i < period - 1) continue
    const mean = at(means, i)
    // Counts equal values instead of comparing with the mean, because rounding of the mean would give noise for a
    // constant window.
    index[i] = unchanged >= period ? 0 : (at(typical, i) - mean) / (SCALE * meanDistance(typical, i, period, mean))
  }
  return index
}

function meanDistance(values: Float64Array, last: number, period: number, mean: number): number {
  // Two sums in parallel: a single sum waits for each addition, which takes twice as long.
  const half = period >> 1
  const first = last - period + 1
  let older = 0
  let newer = period % 2 === 0 ? 0 : Math.abs(at(values, last) - mean)
  for (let i = first; i < first + half; i++) {
    older += Math.abs(at(values, i) - mean)
    newer += Math.abs(at(values, i + half) - mean)
  }
  return (older + newer) / period
}
