import { highest, lowest } from "./rolling"
import { absent, at } from "./series"

/**
 * In price units, each computed from candles up to its own index.
 *
 * A chart draws `spanA` and `spanB` `base` candles to the right: the cloud over candle i is the span at i − `base`.
 */
export type Ichimoku = {
  readonly tenkan: Float64Array
  readonly kijun: Float64Array
  readonly spanA: Float64Array
  readonly spanB: Float64Array
}

/** Ichimoku (usually 9, 26, 52): mids of the high-low range over three windows. */
export function ichimoku(
  high: Float64Array,
  low: Float64Array,
  conversion: number,
  base: number,
  span: number,
): Ichimoku {
  const tenkan = rangeMid(high, low, conversion)
  const kijun = rangeMid(high, low, base)
  return { tenkan, kijun, spanA: mid(tenkan, kijun), spanB: rangeMid(high, low, span) }
}

function rangeMid(high: Float64Array, low: Float64Array, period: number): Float64Array {
  return mid(highest(high, period), lowest(low, period))
}

function mid(one: Float64Array, other: Float64Array): Float64Array {
  const result = absent(one.length)
  for (let i = 0; i < one.length; i++) result[i] = (at(one, i) + at(other, i)) / 2
  return result
}
