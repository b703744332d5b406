import { absent, at, firstPresent } from "./series"

type Smoothing = {
  readonly period: number
  /** Weight of the newest value. */
  readonly weight: number
  /** Where the first value appears: the mean of the `period` values that end here. */
  readonly seedIndex: number
}

/** Exponential smoothing that starts from a simple mean. */
export function exponential(values: Float64Array, { period, weight, seedIndex }: Smoothing): Float64Array {
  const smoothed = absent(values.length)
  if (seedIndex >= values.length) return smoothed
  let sum = 0
  for (let i = seedIndex - period + 1; i <= seedIndex; i++) sum += at(values, i)
  let mean = sum / period
  smoothed[seedIndex] = mean
  for (let i = seedIndex + 1; i < values.length; i++) {
    mean += (at(values, i) - mean) * weight
    smoothed[i] = mean
  }
  return smoothed
}

/** Wilder's smoothing: weight 1/n, seeded with the mean of the first n values. (Wilder 1978, New Concepts.) */
export function wilder(values: Float64Array, period: number): Float64Array {
  return exponential(values, { period, weight: 1 / period, seedIndex: firstPresent(values) + period - 1 })
}
