import { rollingSum } from "./rolling"
import { absent, at } from "./series"
import { typicalPrice } from "./typical-price"

/**
 * Money flow index, 0 to 100: an RSI of typical price weighted by volume.
 *
 * First value at index `period`; 50 without money flow (constant price or no volume).
 */
export function mfi(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  volume: Float64Array,
  period: number,
): Float64Array {
  const index = absent(close.length)
  const typical = typicalPrice(high, low, close)
  const inflow = absent(close.length)
  const outflow = absent(close.length)
  for (let i = 1; i < close.length; i++) {
    const price = at(typical, i)
    const previous = at(typical, i - 1)
    inflow[i] = price > previous ? price * at(volume, i) : 0
    outflow[i] = price < previous ? price * at(volume, i) : 0
  }
  const inflows = rollingSum(inflow, period)
  const outflows = rollingSum(outflow, period)
  for (let i = period; i < close.length; i++) {
    const total = at(inflows, i) + at(outflows, i)
    index[i] = total === 0 ? 50 : 100 * (at(inflows, i) / total)
  }
  return index
}
