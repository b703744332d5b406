import { rollingRange, type RollingRange } from "./rolling"
import { at } from "./series"
import { sma } from "./sma"

/** Both 0 to 100; `d` is the moving average of `k`. */
export type Stochastic = {
  readonly k: Float64Array
  readonly d: Float64Array
}

/** Fast stochastic (usually 14, 3): where the close stands between the extremes of `kPeriod` candles. 50 when flat. */
export function stochasticFast(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  kPeriod: number,
  dPeriod: number,
): Stochastic {
  const k = positionInRange(close, rollingRange(high, low, kPeriod))
  return { k, d: sma(k, dPeriod) }
}

/** Slow stochastic (usually 14, 3, 3): `k` is the fast one smoothed over `smoothing` candles. */
export function stochastic(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  kPeriod: number,
  smoothing: number,
  dPeriod: number,
): Stochastic {
  const k = stochasticFast(high, low, close, kPeriod, smoothing).d
  return { k, d: sma(k, dPeriod) }
}

/** 0 at the bottom, 100 at the top, 50 where they coincide. Writes the positions into the array of tops. */
export function positionInRange(values: Float64Array, { top: positions, bottom }: RollingRange): Float64Array {
  for (let i = 0; i < values.length; i++) {
    const low = at(bottom, i)
    const range = at(positions, i) - low
    positions[i] = range === 0 ? 50 : 100 * ((at(values, i) - low) / range)
  }
  return positions
}
