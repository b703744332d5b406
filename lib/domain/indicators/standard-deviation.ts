import { absent, at } from "./series"

/** Mean and population standard deviation of each window. */
export type RollingMoments = { readonly means: Float64Array; readonly deviations: Float64Array }

/** Population standard deviation of the last `period` values. */
export function standardDeviation(values: Float64Array, period: number): Float64Array {
  return rollingMoments(values, period).deviations
}

/**
 * Mean and population standard deviation of the last `period` values.
 *
 * Windows by blocks as in `rolling.ts`, each half kept as mean and sum of squared distances from it, and joined by
 * Chan's formula. Nothing is subtracted from a running total: equal values give exactly 0, and never a negative variance.
 *
 * @see Chan, Golub and LeVeque 1979, Updating formulae and a pairwise algorithm for computing sample variances.
 */
export function rollingMoments(values: Float64Array, period: number): RollingMoments {
  const means = absent(values.length)
  const deviations = absent(values.length)
  const tailMeans = new Float64Array(period + 1)
  const tailSquares = new Float64Array(period + 1)
  const inverses = Float64Array.from(tailMeans, (_, count) => 1 / count)
  for (let start = 0; start < values.length; start += period) {
    const end = Math.min(start + period, values.length)
    let mean = 0
    let squares = 0
    for (let i = start; i < end; i++) {
      const count = i - start + 1
      const distance = at(values, i) - mean
      mean += distance * at(inverses, count)
      squares += distance * (at(values, i) - mean)
      if (start === 0 && count < period) continue
      const apart = count < period ? at(tailMeans, count) - mean : 0
      const older = (period - count) / period
      means[i] = mean + apart * older
      const between = apart * apart * count * older
      deviations[i] = Math.sqrt((squares + at(tailSquares, count) + between) / period)
    }
    mean = 0
    squares = 0
    for (let i = end - 1; i > start; i--) {
      const distance = at(values, i) - mean
      mean += distance * at(inverses, end - i)
      squares += distance * (at(values, i) - mean)
      tailMeans[i - start] = mean
      tailSquares[i - start] = squares
    }
  }
  return { means, deviations }
}
