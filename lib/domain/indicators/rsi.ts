import { absent, at } from "./series"

/** Wilder's relative strength index, 0 to 100. First value at index `period`; 50 when nothing has moved. */
export function rsi(close: Float64Array, period: number): Float64Array {
  const index = absent(close.length)
  const weight = 1 / period
  let gain = 0
  let loss = 0
  let previous = at(close, 0)
  for (let i = 1; i < close.length; i++) {
    const current = at(close, i)
    const rise = Math.max(current - previous, 0)
    const fall = Math.max(previous - current, 0)
    previous = current
    if (i <= period) {
      gain += rise * weight
      loss += fall * weight
      if (i < period) continue
    } else {
      gain += (rise - gain) * weight
      loss += (fall - loss) * weight
    }
    index[i] = gain + loss === 0 ? 50 : 100 * (gain / (gain + loss))
  }
  return index
}
