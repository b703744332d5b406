import { absent, at } from "./series"
import { rollingMoments } from "./standard-deviation"

/** Bands in price units; `percentB` is 0 at the lower band, 1 at the upper one and 0.5 when the bands coincide. */
export type BollingerBands = {
  readonly upper: Float64Array
  readonly middle: Float64Array
  readonly lower: Float64Array
  readonly percentB: Float64Array
}

/** Bollinger bands: the SMA plus and minus `k` population standard deviations. First value at `period - 1`. */
export function bollinger(close: Float64Array, period: number, k: number): BollingerBands {
  // The positions are written into the array of deviations, which is not used again.
  const { means: middle, deviations: percentB } = rollingMoments(close, period)
  const upper = absent(close.length)
  const lower = absent(close.length)
  for (let i = 0; i < close.length; i++) {
    const reach = k * at(percentB, i)
    const bottom = at(middle, i) - reach
    upper[i] = at(middle, i) + reach
    lower[i] = bottom
    percentB[i] = reach === 0 ? 0.5 : (at(close, i) - bottom) / (2 * reach)
  }
  return { upper, middle, lower, percentB }
}
