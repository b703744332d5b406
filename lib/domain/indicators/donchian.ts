import { rollingRange } from "./rolling"

/** In price units. */
export type DonchianChannel = {
  readonly upper: Float64Array
  readonly lower: Float64Array
}

/** Highest high and lowest low of the last `period` candles, the current one included. First value at `period - 1`. */
export function donchian(high: Float64Array, low: Float64Array, period: number): DonchianChannel {
  const { top, bottom } = rollingRange(high, low, period)
  return { upper: top, lower: bottom }
}
