import { atr } from "./atr"
import { absent, at } from "./series"

/** `line` is a trailing stop in price units; `direction` is 1 while the close is above it, −1 while below. */
export type Supertrend = {
  readonly line: Float64Array
  readonly direction: Float64Array
}

/**
 * Supertrend (usually 10, 3): the mid of the candle plus or minus `multiplier` ATR, moved only towards the price.
 *
 * First value at index `period`, where it starts as a downtrend until the close says otherwise.
 */
export function supertrend(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  period: number,
  multiplier: number,
): Supertrend {
  const ranges = atr(high, low, close, period)
  const line = absent(close.length)
  const direction = absent(close.length)
  let upper = Infinity
  let lower = -Infinity
  let side = -1
  for (let i = period; i < close.length; i++) {
    const mid = (at(high, i) + at(low, i)) / 2
    const reach = multiplier * at(ranges, i)
    const previous = at(close, i - 1)
    upper = previous > upper ? mid + reach : Math.min(mid + reach, upper)
    lower = previous < lower ? mid - reach : Math.max(mid - reach, lower)
    if (at(close, i) > upper) side = 1
    else if (at(close, i) < lower) side = -1
    line[i] = side > 0 ? lower : upper
    direction[i] = side
  }
  return { line, direction }
}
