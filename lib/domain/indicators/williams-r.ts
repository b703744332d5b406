import { rollingRange } from "./rolling"
import { at } from "./series"
import { positionInRange } from "./stochastic"

/** Williams %R, −100 to 0. First value at `period - 1`; −50 when nothing has moved. */
export function williamsR(high: Float64Array, low: Float64Array, close: Float64Array, period: number): Float64Array {
  const positions = positionInRange(close, rollingRange(high, low, period))
  for (let i = 0; i < positions.length; i++) positions[i] = at(positions, i) - 100
  return positions
}
