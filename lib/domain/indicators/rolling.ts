import { absent, at } from "./series"

/*
 * Windows by blocks (van Herk 1992, Gil and Werman 1993): the series is cut into blocks of one window length, and each
 * window is the tail of one block joined with the head of the next. About three operations per candle whatever the
 * length; sums never subtract, so a spike leaves no residue and a window of zeros sums to zero; a NaN spoils only the
 * windows that contain it. Three copies of one loop, because a shared callback is not inlined and costs five times more.
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

/** Highest of the last `period` values. */
export function highest(values: Float64Array, period: number): Float64Array {
  const maxima = absent(values.length)
  const tails = new Float64Array(period + 1).fill(-Infinity)
  for (let start = 0; start < values.length; start += period) {
    const end = Math.min(start + period, values.length)
    let head = -Infinity
    for (let i = start; i < end; i++) {
      head = Math.max(head, at(values, i))
      if (start > 0 || i === period - 1) maxima[i] = Math.max(head, at(tails, i - start + 1))
    }
    let tail = -Infinity
    for (let i = end - 1; i > start; i--) {
      tail = Math.max(tail, at(values, i))
      tails[i - start] = tail
    }
  }
  return maxima
}

/** Lowest of the last `period` values. */
export function lowest(values: Float64Array, period: number): Float64Array {
  const minima = absent(values.length)
  const tails = new Float64Array(period + 1).fill(Infinity)
  for (let start = 0; start < values.length; start += period) {
    const end = Math.min(start + period, values.length)
    let head = Infinity
    for (let i = start; i < end; i++) {
      head = Math.min(head, at(values, i))
      if (start > 0 || i === period - 1) minima[i] = Math.min(head, at(tails, i - start + 1))
    }
    let tail = Infinity
    for (let i = end - 1; i > start; i--) {
      tail = Math.min(tail, at(values, i))
      tails[i - start] = tail
    }
  }
  return minima
}
