import { absent, at } from "./series"

/** Chaikin's accumulation/distribution line, in base units. A candle without range adds nothing. */
export function accumulationDistribution(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  volume: Float64Array,
): Float64Array {
  const line = absent(close.length)
  let total = 0
  for (let i = 0; i < close.length; i++) {
    const range = at(high, i) - at(low, i)
    const lean = 2 * at(close, i) - at(high, i) - at(low, i)
    if (range !== 0) total += (lean / range) * at(volume, i)
    line[i] = total
  }
  return line
}
