import { absent, at } from "./series"

/** Mean of high, low and close. */
export function typicalPrice(high: Float64Array, low: Float64Array, close: Float64Array): Float64Array {
  const typical = absent(close.length)
  for (let i = 0; i < close.length; i++) typical[i] = (at(high, i) + at(low, i) + at(close, i)) / 3
  return typical
}
