import { rollingSum } from "./rolling"
import { absent, at } from "./series"

/** Weights of a 30- and a 2-candle EMA: the range in which Kaufman lets the average adapt. */
const SLOWEST = 2 / 31
const FASTEST = 2 / 3

/** Kaufman's adaptive moving average, in price units. First value at index `period`, seeded with the close before. */
export function kama(close: Float64Array, period: number): Float64Array {
  const averages = absent(close.length)
  const steps = absent(close.length)
  for (let i = 1; i < close.length; i++) steps[i] = Math.abs(at(close, i) - at(close, i - 1))
  const paths = rollingSum(steps, period)
  let average = at(close, period - 1)
  for (let i = period; i < close.length; i++) {
    const path = at(paths, i)
    const distance = Math.abs(at(close, i) - at(close, i - period))
    const efficiency = path <= distance ? 1 : distance / path
    const weight = (efficiency * (FASTEST - SLOWEST) + SLOWEST) ** 2
    average += (at(close, i) - average) * weight
    averages[i] = average
  }
  return averages
}
