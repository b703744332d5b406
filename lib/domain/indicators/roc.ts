import { absent, at } from "./series"

/** Rate of change over `period` candles, in percent. First value at `period` present values. */
export function roc(values: Float64Array, period: number): Float64Array {
  const changes = absent(values.length)
  for (let i = period; i < values.length; i++) changes[i] = 100 * (at(values, i) / at(values, i - period) - 1)
  return changes
}
