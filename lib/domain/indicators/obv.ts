import { absent, at } from "./series"

/** On-balance volume, in base units: starts with the first volume, adds it on a rise, subtracts it on a fall. */
export function obv(close: Float64Array, volume: Float64Array): Float64Array {
  const balances = absent(close.length)
  let balance = at(volume, 0)
  for (let i = 0; i < close.length; i++) {
    if (i > 0) balance += Math.sign(at(close, i) - at(close, i - 1)) * at(volume, i)
    balances[i] = balance
  }
  return balances
}
