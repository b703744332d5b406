import { absent, at } from "./series"

/**
 * Wilder's parabolic stop and reverse (usually 0.02, 0.2), in price units. First value at index 1.
 *
 * A stop below the candle means long. Starts long unless the second candle moved down more than up (TA-Lib).
 */
export function parabolicSar(high: Float64Array, low: Float64Array, step: number, max: number): Float64Array {
  const stops = absent(high.length)
  const up = at(high, 1) - at(high, 0)
  const down = at(low, 0) - at(low, 1)
  let long = !(down > 0 && down > up)
  let extreme = long ? at(high, 1) : at(low, 1)
  let stop = long ? at(low, 0) : at(high, 0)
  let acceleration = step
  for (let i = 1; i < high.length; i++) {
    // The stop may not enter the range of this candle or the one before; the first has only itself.
    const ceiling = Math.max(at(high, i), at(high, Math.max(i - 1, 1)))
    const floor = Math.min(at(low, i), at(low, Math.max(i - 1, 1)))
    const broken = long ? at(low, i) <= stop : at(high, i) >= stop
    if (broken) {
      long = !long
      stop = long ? Math.min(extreme, floor) : Math.max(extreme, ceiling)
      acceleration = step
      extreme = long ? at(high, i) : at(low, i)
      stops[i] = stop
    } else {
      stops[i] = stop
      const further = long ? at(high, i) > extreme : at(low, i) < extreme
      if (further) {
        extreme = long ? at(high, i) : at(low, i)
        acceleration = Math.min(acceleration + step, max)
      }
    }
    stop += acceleration * (extreme - stop)
    stop = long ? Math.min(stop, floor) : Math.max(stop, ceiling)
  }
  return stops
}
