/**
 * A series holds one number per candle, oldest first. Indicators take and give series of one length; where an output
 * does not exist (warm-up, or nothing to divide by) it holds NaN. `valueAt` and `lastValue` turn that into `null`,
 * so NaN stays inside this folder.
 */

/**
 * The number at `index`, for loops within the series: all of them share this read, and a single one outside of a series
 * makes the engine give up its fast path for every indicator (twice the time). Use `valueAt` where the index may miss.
 */
export function at(series: Float64Array, index: number): number {
  return series[index] ?? Number.NaN
}

/** The value at `index`, or `null` where the indicator has none. */
export function valueAt(series: Float64Array, index: number): number | null {
  const value = series[index]
  return value === undefined || Number.isNaN(value) ? null : value
}

/** The newest value, or `null` where the indicator has none. */
export function lastValue(series: Float64Array): number | null {
  return valueAt(series, series.length - 1)
}

/** A series without any value yet. */
export function absent(length: number): Float64Array {
  return new Float64Array(length).fill(Number.NaN)
}

/** Index of the first value, or the length of the series without one. Indicators of indicators start there. */
export function firstPresent(series: Float64Array): number {
  let index = 0
  while (index < series.length && Number.isNaN(at(series, index))) index++
  return index
}
