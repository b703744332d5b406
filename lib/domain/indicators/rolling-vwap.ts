import { rollingSum } from "./rolling"
import { absent, at } from "./series"
import { typicalPrice } from "./typical-price"

/** Volume-weighted typical price of the last `period` candles. Absent where none of them traded. */
export function rollingVwap(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  volume: Float64Array,
  period: number,
): Float64Array {
  const traded = typicalPrice(high, low, close)
  for (let i = 0; i < traded.length; i++) traded[i] = at(traded, i) * at(volume, i)
  const value = rollingSum(traded, period)
  const base = rollingSum(volume, period)
  const vwap = absent(close.length)
  for (let i = 0; i < vwap.length; i++) vwap[i] = at(value, i) / at(base, i)
  return vwap
}
