import { rollingSum } from "./rolling"

/** Simple moving average. First value at index `period - 1` of the present values. */
export function sma(values: Float64Array, period: number): Float64Array {
  const means = rollingSum(values, period)
  for (let i = 0; i < means.length; i++) means[i] = (means[i] ?? 0) / period
  return means
}
