import { rollingSum } from "./rolling"
import { at } from "./series"

/** Simple moving average. First value at index `period - 1` of the present values. */
export function sma(values: Float64Array, period: number): Float64Array {
  const means = rollingSum(values, period)
  for (let i = 0; i < means.length; i++) means[i] = at(means, i) / period
  return means
}
