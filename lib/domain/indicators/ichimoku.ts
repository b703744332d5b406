import { rollingRange } from "./rolling"
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
  const spanA = absent(high.length)
  for (let i = 0; i < spanA.length; i++) spanA[i] = (at(tenkan, i) + at(kijun, i)) / 2
  return { tenkan, kijun, spanA, spanB: rangeMid(high, low, span) }
}

function rangeMid(high: Float64Array, low: Float64Array, period: number): Float64Array {
  // The tops become the mids: nobody else holds them.
  const { top: mids, bottom } = rollingRange(high, low, period)
  for (let i = 0; i < mids.length; i++) mids[i] = (at(mids, i) + at(bottom, i)) / 2
  return mids
}
