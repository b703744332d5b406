import { ema, emaSeededAt } from "./ema"
import { absent, at } from "./series"

/** All in price units. `line` starts at index `slow - 1`, the others `signal - 1` candles later. */
export type Macd = {
  readonly line: Float64Array
  readonly signal: Float64Array
  readonly histogram: Float64Array
}

/**
 * Moving average convergence divergence; `fast < slow`.
 *
 * The fast average is seeded late, so that both appear on the same candle (TA-Lib's convention).
 */
export function macd(close: Float64Array, fast: number, slow: number, signal: number): Macd {
  const fastMean = emaSeededAt(close, fast, slow - 1)
  const slowMean = emaSeededAt(close, slow, slow - 1)
  const line = difference(fastMean, slowMean)
  const signalLine = ema(line, signal)
  return { line, signal: signalLine, histogram: difference(line, signalLine) }
}

function difference(minuend: Float64Array, subtrahend: Float64Array): Float64Array {
  const result = absent(minuend.length)
  for (let i = 0; i < result.length; i++) result[i] = at(minuend, i) - at(subtrahend, i)
  return result
}
