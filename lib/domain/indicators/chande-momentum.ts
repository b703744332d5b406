import { rsi } from "./rsi"

/** Chande momentum oscillator with Wilder smoothing (TA-Lib), −100 to 100: the RSI on another scale. 0 when flat. */
export function chandeMomentum(close: Float64Array, period: number): Float64Array {
  return rsi(close, period).map((strength) => 2 * strength - 100)
}
