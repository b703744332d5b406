import { donchian } from "./donchian"
import { absent, at } from "./series"

/**
 * Direction of the last break: 1 after a close above the channel of the `period` candles before it, −1 after one
 * below, 0 before any break. First value at index `period`.
 */
export function donchianState(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  period: number,
): Float64Array {
  const { upper, lower } = donchian(high, low, period)
  const states = absent(close.length)
  let state = 0
  for (let i = period; i < close.length; i++) {
    if (at(close, i) > at(upper, i - 1)) state = 1
    else if (at(close, i) < at(lower, i - 1)) state = -1
    states[i] = state
  }
  return states
}
