import { rollingRange } from "./rolling"
import { absent, at } from "./series"

/** Each 0 to 100: 100 when the extreme of `period + 1` candles is the newest one, 0 when it is the oldest. */
export type Aroon = {
  readonly up: Float64Array
  readonly down: Float64Array
}

/** Aroon. First value at index `period`; of equal extremes the newest counts. */
export function aroon(high: Float64Array, low: Float64Array, period: number): Aroon {
  const { top, bottom } = rollingRange(high, low, period + 1)
  return { up: freshness(high, top, period), down: freshness(low, bottom, period) }
}

function freshness(values: Float64Array, extremes: Float64Array, period: number): Float64Array {
  const result = absent(values.length)
  for (let i = period; i < values.length; i++) {
    const extreme = at(extremes, i)
    let age = 0
    while (age < period && at(values, i - age) !== extreme) age++
    result[i] = (100 * (period - age)) / period
  }
  return result
}
