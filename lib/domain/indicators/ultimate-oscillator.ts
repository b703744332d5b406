import { rollingSum } from "./rolling"
import { absent, at } from "./series"
import { trueRange } from "./true-range"

/** Williams' ultimate oscillator (usually 7, 14, 28), 0 to 100. First value at index `long`; 50 when flat. */
export function ultimateOscillator(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  short: number,
  medium: number,
  long: number,
): Float64Array {
  const ranges = trueRange(high, low, close)
  const pressures = buyingPressure(low, close)
  const quick = shareOf(pressures, ranges, short)
  const middle = shareOf(pressures, ranges, medium)
  const slow = shareOf(pressures, ranges, long)
  const oscillator = absent(close.length)
  for (let i = long; i < close.length; i++) {
    oscillator[i] = (100 * (4 * at(quick, i) + 2 * at(middle, i) + at(slow, i))) / 7
  }
  return oscillator
}

function buyingPressure(low: Float64Array, close: Float64Array): Float64Array {
  const pressures = absent(close.length)
  for (let i = 1; i < close.length; i++) pressures[i] = at(close, i) - Math.min(at(low, i), at(close, i - 1))
  return pressures
}

function shareOf(parts: Float64Array, wholes: Float64Array, period: number): Float64Array {
  const shares = rollingSum(parts, period)
  const whole = rollingSum(wholes, period)
  for (let i = 0; i < shares.length; i++) shares[i] = at(whole, i) === 0 ? 0.5 : at(shares, i) / at(whole, i)
  return shares
}
