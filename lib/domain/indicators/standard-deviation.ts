import { absent, at } from "./series"

/**
 * Population standard deviation of the last `period` values.
 *
 * Summed afresh per window, around its last value: a window of equal values gives exactly 0, and no subtraction of
 * large running sums can turn the variance negative.
 */
export function standardDeviation(values: Float64Array, period: number): Float64Array {
  const deviations = absent(values.length)
  for (let i = period - 1; i < values.length; i++) {
    const origin = at(values, i)
    let sum = 0
    let squares = 0
    for (let j = i - period + 1; j < i; j++) {
      const distance = at(values, j) - origin
      sum += distance
      squares += distance * distance
    }
    deviations[i] = Math.sqrt(Math.max(0, squares - (sum * sum) / period) / period)
  }
  return deviations
}
