import { deviation, mean, shape } from "./moments"
import { normalCdf, normalQuantile } from "./normal"

/** Euler–Mascheroni. */
const EULER_GAMMA = 0.577_215_664_901_532_9

/** Mean over deviation per period, without a risk-free rate; `null` where returns do not vary. */
export function sharpePerPeriod(returns: readonly number[]): number | null {
  const average = mean(returns)
  const spread = deviation(returns)
  return average === null || spread === null || spread < 1e-12 ? null : average / spread
}

/** Annualised Sharpe ratio: √periods times the ratio per period. */
export function sharpeRatio(returns: readonly number[], periodsPerYear: number): number | null {
  const ratio = sharpePerPeriod(returns)
  return ratio === null ? null : ratio * Math.sqrt(periodsPerYear)
}

/** A Sharpe ratio per period with the values that determine its standard error. Kurtosis is 3 for normal returns. */
export type SharpeSample = {
  readonly ratio: number
  readonly n: number
  readonly skewness: number
  readonly kurtosis: number
}

/** The sample behind a series of returns, `null` where returns do not vary or are fewer than three. */
export function sharpeSample(returns: readonly number[]): SharpeSample | null {
  const ratio = sharpePerPeriod(returns)
  const moments = shape(returns)
  return ratio === null || moments === null || returns.length < 3 ? null : { ratio, n: returns.length, ...moments }
}

/**
 * Probability that the true ratio exceeds `benchmark` (both per period), for skewed and fat-tailed returns.
 *
 * @see Bailey and López de Prado 2012, The Sharpe ratio efficient frontier, equation 6.
 */
export function probabilisticSharpe(sample: SharpeSample, benchmark: number): number {
  return normalCdf(((sample.ratio - benchmark) * Math.sqrt(sample.n - 1)) / Math.sqrt(spread(sample)))
}

/**
 * Expected best ratio among `trials` without any skill, when ratios vary with `trialVariance`.
 *
 * @see Bailey and López de Prado 2014, The deflated Sharpe ratio, equation 1.
 */
export function expectedBestSharpe(trials: number, trialVariance: number): number {
  if (trials <= 1) return 0
  const body = (1 - EULER_GAMMA) * normalQuantile(1 - 1 / trials)
  const tail = EULER_GAMMA * normalQuantile(1 - 1 / (trials * Math.E))
  return Math.sqrt(trialVariance) * (body + tail)
}

/**
 * Probability that the ratio beats the best of `trials` strategies without skill. @see Bailey and López de Prado 2014.
 */
export function deflatedSharpe(sample: SharpeSample, trials: number, trialVariance: number): number {
  return probabilisticSharpe(sample, expectedBestSharpe(trials, trialVariance))
}

/**
 * Observations needed before a ratio is above `benchmark` (per period) with the given confidence; `null` where never.
 *
 * @see Bailey and López de Prado 2012, equation 9 (minimum track record length).
 */
export function minimumTrackRecord(sample: SharpeSample, benchmark: number, confidence = 0.95): number | null {
  if (sample.ratio <= benchmark) return null
  return 1 + spread(sample) * (normalQuantile(confidence) / (sample.ratio - benchmark)) ** 2
}

/** Squared standard error of the ratio, times n − 1. Skewed short samples could push it to zero: held positive. */
function spread({ ratio, skewness, kurtosis }: SharpeSample): number {
  return Math.max(1e-12, 1 - skewness * ratio + ((kurtosis - 1) / 4) * ratio ** 2)
}
