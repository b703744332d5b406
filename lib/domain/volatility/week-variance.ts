const MAX_DAYS = 30

/** Coefficients of our own study on the variances of days. */
export const weekVarianceCoefficients = {
  intercept: -1.3458,
  d1: 0.2241,
  d7: 0.2242,
  d30: 0.3392,
  residual: 0.4396,
} as const

/**
 * Variance per day of the next week from the variances of at least 30 days, oldest first: a log-HAR (Corsi 2009,
 * doi:10.1093/jjfinec/nbp001) for daily data. `null` with fewer days, or when the price did not move. The last term
 * turns a mean of logs into a mean.
 */
export function weekVariance(dailyVariances: readonly number[]): number | null {
  if (dailyVariances.length < MAX_DAYS) return null
  const mean = (n: number) => dailyVariances.slice(-n).reduce((sum, value) => sum + value, 0) / n
  const [d1, d7, d30] = [mean(1), mean(7), mean(MAX_DAYS)]
  if (d1 <= 0 || d7 <= 0 || d30 <= 0) return null
  const c = weekVarianceCoefficients
  return Math.exp(c.intercept + c.d1 * Math.log(d1) + c.d7 * Math.log(d7) + c.d30 * Math.log(d30) + c.residual / 2)
}
