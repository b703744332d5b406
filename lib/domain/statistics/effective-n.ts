/** Three correlated coins carry the information of about 1.2: return correlations of 0.72–0.82 since 2022-07. */
const INDEPENDENT_COINS = 1.2

/**
 * How many independent observations `n` overlapping windows of correlated coins are worth.
 *
 * n · spacing / max(spacing, horizon) · 1.2 / coins; a single coin counts as one, not as 1.2. To six decimals, as it is
 * published: 450 calls are worth 30, not the 29.999999999999996 of the multiplication, and a threshold sees what readers see.
 */
export function effectiveN(options: {
  readonly n: number
  readonly spacingMs: number
  readonly horizonMs: number
  readonly coins: number
}): number {
  const { n, spacingMs, horizonMs, coins } = options
  if (n === 0 || coins === 0) return 0
  const worth = n * (spacingMs / Math.max(spacingMs, horizonMs)) * Math.min(1, INDEPENDENT_COINS / coins)
  return Number(worth.toFixed(6))
}
