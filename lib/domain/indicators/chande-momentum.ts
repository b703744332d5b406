import { rsi } from "./rsi"
import { at } from "./series"

/** Chande momentum oscillator with Wilder smoothing (TA-Lib), −100 to 100: the RSI on another scale. 0 when flat. */
export function chandeMomentum(close: Float64Array, period: number): Float64Array {
  const momentum = rsi(close, period)
  for (let i = 0; i < momentum.length; i++) momentum[i] = 2 * at(momentum, i) - 100
  return momentum
}
