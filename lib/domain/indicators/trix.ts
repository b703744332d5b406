import { ema } from "./ema"
import { roc } from "./roc"

/** One-candle change of a triple EMA, in percent. First value at index `3 * period - 2`. */
export function trix(close: Float64Array, period: number): Float64Array {
  return roc(ema(ema(ema(close, period), period), period), 1)
}
