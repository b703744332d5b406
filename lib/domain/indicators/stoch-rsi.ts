import { rsi } from "./rsi"
import { stochasticFast, type Stochastic } from "./stochastic"

/** Fast stochastic of the RSI (usually 14, 14, 3), 0 to 100. `k` starts at index `rsiPeriod + kPeriod - 1`. */
export function stochRsi(close: Float64Array, rsiPeriod: number, kPeriod: number, dPeriod: number): Stochastic {
  const strength = rsi(close, rsiPeriod)
  return stochasticFast(strength, strength, strength, kPeriod, dPeriod)
}
