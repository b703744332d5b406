import { absent, at } from "@/lib/domain/indicators/series"

/** Standard deviation (population) of the last `count` daily log returns, at each close. */
export function deviations(close: Float64Array, count: number): Float64Array {
  const sigma = absent(close.length)
  for (let i = count; i < close.length; i++) {
    let sum = 0
    let squares = 0
    for (let j = i - count + 1; j <= i; j++) {
      const change = Math.log(at(close, j) / at(close, j - 1))
      sum += change
      squares += change * change
    }
    sigma[i] = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  }
  return sigma
}

/** Share of the `window` values up to `index`, itself left out, that are lower than the value at `index`. */
export function percentileAt(values: Float64Array, index: number, window: number): number {
  const past = values.subarray(Math.max(0, index - window + 1), index)
  const own = at(values, index)
  return past.length === 0 ? 0.5 : past.filter((value) => value < own).length / past.length
}
