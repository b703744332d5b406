import { absent, at } from "./series"

/*
 * Windows by blocks (van Herk 1992, Gil and Werman 1993): the series is cut into blocks of one window length, and each
 * window is the tail of one block joined with the head of the next. About three operations per candle whatever the
 * length; sums never subtract, so a spike leaves no residue and a window of zeros sums to zero; a NaN spoils only the
 * windows that contain it. Copies of one loop, because a shared callback is not inlined and costs five times more.
 */

/** Sum of the last `period` values. */
export function rollingSum(values: Float64Array, period: number): Float64Array {
  const sums = absent(values.length)
  const tails = new Float64Array(period + 1)
  for (let start = 0; start < values.length; start += period) {
    const end = Math.min(start + period, values.length)
    let head = 0
    for (let i = start; i < end; i++) {
      head += at(values, i)
      if (start > 0 || i === period - 1) sums[i] = head + at(tails, i - start + 1)
    }
    let tail = 0
    for (let i = end - 1; i > start; i--) {
      tail += at(values, i)
      tails[i - start] = tail
    }
  }
  return sums
}

/** Extremes of each window. */
export type RollingRange = { readonly top: Float64Array; readonly bottom: Float64Array }

/** Highest high and lowest low of the last `period` candles. In one loop: two chains of comparisons run side by side. */
export function rollingRange(high: Float64Array, low: Float64Array, period: number): RollingRange {
  const top = absent(high.length)
  const bottom = absent(high.length)
  const tops = new Float64Array(period + 1).fill(-Infinity)
  const bottoms = new Float64Array(period + 1).fill(Infinity)
  for (let start = 0; start < high.length; start += period) {
    const end = Math.min(start + period, high.length)
    let [most, least] = [-Infinity, Infinity]
    for (let i = start; i < end; i++) {
      most = Math.max(most, at(high, i))
      least = Math.min(least, at(low, i))
      if (start === 0 && i < period - 1) continue
      top[i] = Math.max(most, at(tops, i - start + 1))
      bottom[i] = Math.min(least, at(bottoms, i - start + 1))
    }
    most = -Infinity
    least = Infinity
    for (let i = end - 1; i > start; i--) {
      most = Math.max(most, at(high, i))
      least = Math.min(least, at(low, i))
      tops[i - start] = most
      bottoms[i - start] = least
    }
  }
  return { top, bottom }
}
