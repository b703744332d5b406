import { holmCorrected } from "@/lib/domain/statistics/holm"
import { deviation, mean, sum } from "@/lib/domain/statistics/moments"

/** The constant-mean model of a return without the event. */
export type ReturnModel = { readonly mean: number; readonly sigma: number; readonly n: number }

/** Sum of abnormal returns over a window, its standard deviation without an event, and its t-value. */
export type AbnormalReturn = { readonly car: number; readonly sigma: number; readonly t: number }

/** Fits the model to the log returns of an estimation window; `null` where they do not vary. */
export function fitReturns(returns: readonly number[]): ReturnModel | null {
  const centre = mean(returns)
  const sigma = deviation(returns)
  return centre === null || sigma === null || sigma === 0 ? null : { mean: centre, sigma, n: returns.length }
}

/**
 * Tests the log returns of an event window, with the forecast-error correction for the estimated mean.
 *
 * `sigmas`: a standard deviation of its own for each return, else the model's.
 *
 * @see Brown & Warner 1985, Using daily stock returns.
 */
export function testReturns(
  model: ReturnModel,
  returns: readonly number[],
  sigmas: readonly number[] = returns.map(() => model.sigma),
): AbnormalReturn {
  const car = sum(returns) - returns.length * model.mean
  const sigma = Math.sqrt(sum(sigmas.map((one) => one ** 2)) * (1 + returns.length / model.n))
  return { car, sigma, t: car / sigma }
}

/**
 * Two-sided p-values after Holm's step-down correction, in the order given; `null` stays and is not counted.
 *
 * They are of Student's t with 5 degrees of freedom: at random hours of BTC and ETH, 2019 to 2024-06, the |t| of the
 * 1.25% tail of a normal distribution occurred in 3.3% of cases; the |t| of the same tail of this distribution in 1%.
 */
export function holmAdjusted(ts: readonly (number | null)[]): readonly (number | null)[] {
  return holmCorrected(ts.map((t) => (t === null ? null : beyond(t))))
}

/** P(|T| ≥ |t|) for 5 degrees of freedom. @see Abramowitz & Stegun 1964, 26.7.3. */
function beyond(t: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(5))
  const cosine = Math.cos(angle)
  return 1 - (2 / Math.PI) * (angle + Math.sin(angle) * (cosine + (2 / 3) * cosine ** 3))
}
