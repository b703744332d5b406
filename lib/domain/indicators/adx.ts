import { wilder } from "./exponential"
import { absent, at } from "./series"
import { trueRange } from "./true-range"

/** Each 0 to 100. The directional indicators start at index `period`, `adx` at `2 * period - 1`. */
export type DirectionalMovement = {
  readonly adx: Float64Array
  readonly plusDi: Float64Array
  readonly minusDi: Float64Array
}

/** Wilder's average directional index. A market without range or direction reads 0. */
export function adx(high: Float64Array, low: Float64Array, close: Float64Array, period: number): DirectionalMovement {
  const plusDi = absent(close.length)
  const minusDi = absent(close.length)
  const dx = absent(close.length)
  const ranges = trueRange(high, low, close)
  let plus = 0
  let minus = 0
  let range = 0
  for (let i = 1; i < close.length; i++) {
    const up = at(high, i) - at(high, i - 1)
    const down = at(low, i - 1) - at(low, i)
    // Wilder's running totals: the first holds period - 1 candles, each later one loses 1/period of itself.
    const kept = i < period ? 1 : 1 - 1 / period
    plus = plus * kept + (up > down && up > 0 ? up : 0)
    minus = minus * kept + (down > up && down > 0 ? down : 0)
    range = range * kept + at(ranges, i)
    if (i < period) continue
    const moved = plus + minus
    plusDi[i] = range === 0 ? 0 : 100 * (plus / range)
    minusDi[i] = range === 0 ? 0 : 100 * (minus / range)
    dx[i] = moved === 0 ? 0 : 100 * (Math.abs(plus - minus) / moved)
  }
  return { adx: wilder(dx, period), plusDi, minusDi }
}
