/** Prices have at most four decimals. */
const UNITS = 10_000

/**
 * The fee of a taker for contracts at one price, US dollars: 0.07 · contracts · price · (1 − price), up to the next cent.
 *
 * @see https://kalshi.com/fee-schedule
 */
export function takerFeeUsd(price: number, contracts: number): number {
  const units = Math.round(price * UNITS)
  // Whole numbers, because 0.07 has no exact binary form and a cent would be added.
  return Math.ceil((7 * contracts * units * (UNITS - units)) / UNITS ** 2) / 100
}
