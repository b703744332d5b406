/** Three correlated coins carry the information of about 1.2: return correlations of 0.72–0.82 since 2022-07. */
const INDEPENDENT_COINS = 1.2

/**
 * The number of independent observations in `n` overlapping windows of correlated coins.
 *
 * n · spacing / max(spacing, horizon) · 1.2 / coins; a single coin counts as one, not as 1.2. Rounded to six decimals,
 * as published: 450 calls give 30, not 29.999999999999996, so that thresholds use the published number.
 */
export function effectiveN(options: {
  readonly n: number
  readonly spacingMs: number
  readonly horizonMs: number
  readonly coins: number
}): number {
  const { n, spacingMs, horizonMs, coins } = options
  if (n === 0 || coins === 0) return 0
  const effective = n * (spacingMs / Math.max(spacingMs, horizonMs)) * Math.min(1, INDEPENDENT_COINS / coins)
  return Number(effective.toFixed(6))
}
