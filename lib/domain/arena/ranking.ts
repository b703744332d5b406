import type { Bounds } from "@/lib/domain/statistics/interval"
import { deviation, mean, sum } from "@/lib/domain/statistics/moments"
import { zFor } from "@/lib/domain/statistics/normal"
import { fillNormal, seededRandom } from "@/lib/domain/statistics/random"
import { sharpeRatio } from "@/lib/domain/statistics/sharpe"

const DAYS_PER_YEAR = 365

/** Prior of the Sharpe ratio of any rule: 0.3 ± 0.5. */
const PRIOR = { mean: 0.3, variance: 0.25 }

const DRAWS = 2000
const SEED = 1

/** An annual Sharpe ratio, its 95% interval and its posterior mean. */
export type ShrunkSharpe = { readonly sharpe: number; readonly interval: Bounds; readonly shrunk: number }

/**
 * Interval and posterior mean of an annual Sharpe ratio of daily returns.
 *
 * Its variance is (1 + SR²/2)/days for the daily ratio, times the days of a year for the annual one. `shrunk` is the mean
 * of the posterior under the prior: a short record stays near it.
 *
 * @see Lo 2002, The statistics of Sharpe ratios, equations 9 and 19.
 */
export function shrinkSharpe(sharpe: number, days: number): ShrunkSharpe {
  const daily = sharpe / Math.sqrt(DAYS_PER_YEAR)
  const variance = (DAYS_PER_YEAR * (1 + daily ** 2 / 2)) / days
  const half = zFor(0.95) * Math.sqrt(variance)
  const shrunk = (PRIOR.mean * variance + sharpe * PRIOR.variance) / (variance + PRIOR.variance)
  return { sharpe, interval: { low: sharpe - half, high: sharpe + half }, shrunk }
}

/** The probability of having the highest true Sharpe ratio of all, and a higher one than the reference; its own is `null`. */
export type Odds = { readonly best: number; readonly beatsReference: number | null }

/**
 * Odds by draws from the posterior of the true Sharpe ratios under the prior, which a short record hardly moves.
 *
 * A draw gives each day one normal number for everybody: the errors of two ratios are correlated as their returns are
 * (Jobson and Korkie 1981, Memmel 2003), without a matrix. Days count as uncorrelated. Rules that trade alike are taken
 * to be alike before the record, too. A contestant that was never invested has a ratio of exactly 0. Series that come out level share
 * the win, so that copies of one rule do not each claim it.
 *
 * @see Scott 2010, A modern Bayesian look at the multi-armed bandit.
 * @see Chernozhukov, Chetverikov and Kato 2013, Gaussian approximations and multiplier bootstrap.
 */
export function oddsOf(series: readonly (readonly number[])[], reference: number): readonly Odds[] {
  const days = Math.min(...series.map(({ length }) => length))
  if (series.length === 0 || days < 2) return []
  const draws = posteriorDraws(
    series.map((returns) => standardised(returns.slice(0, days))),
    days,
  )
  const wins = draws.map(shareOfWin)
  return series.map((_, index) => ({
    best: mean(wins.map((shares) => shares[index] ?? 0)) ?? 0,
    beatsReference:
      index === reference ? null : mean(draws.map((draw) => Number((draw[index] ?? 0) > (draw[reference] ?? 0)))),
  }))
}

/**
 * Further days until the Sharpe ratio would be 1.96 standard errors above the reference's, if both continued as before;
 * 0 when it is so already, `null` when it is not above.
 *
 * @see Jobson and Korkie 1981, corrected by Memmel 2003; here without the squares of daily ratios, which are small.
 */
export function daysUntilDistinguishable(returns: readonly number[], reference: readonly number[]): number | null {
  const [own, other] = [standardised(returns), standardised(reference)]
  const ahead = (own?.sharpe ?? 0) - (other?.sharpe ?? 0)
  if (ahead <= 0) return null
  const days = returns.length
  const apart = returns.map((_, day) => ((own?.scores[day] ?? 0) - (other?.scores[day] ?? 0)) ** 2)
  const z = ahead / Math.sqrt((DAYS_PER_YEAR / days) * sum(apart))
  return Math.max(0, Math.ceil(days * ((zFor(0.95) / z) ** 2 - 1)))
}

/** An annual Sharpe ratio and the daily returns behind it, centred and scaled to a sum of squares of 1. */
type Measured = { readonly sharpe: number; readonly scores: Float64Array }

/** `null` where returns do not vary. */
function standardised(returns: readonly number[]): Measured | null {
  const sharpe = sharpeRatio(returns, DAYS_PER_YEAR)
  const [average, spread] = [mean(returns), deviation(returns)]
  if (sharpe === null || average === null || spread === null) return null
  const scale = spread * Math.sqrt(returns.length - 1)
  return { sharpe, scores: Float64Array.from(returns, (value) => (value - average) / scale) }
}

function posteriorDraws(rules: readonly (Measured | null)[], days: number): readonly (readonly number[])[] {
  const variance = DAYS_PER_YEAR / days
  const weight = PRIOR.variance / (PRIOR.variance + variance)
  const error = Math.sqrt(weight * variance)
  const random = seededRandom(SEED)
  const shocks = new Float64Array(days)
  return Array.from({ length: DRAWS }, () => {
    fillNormal(shocks, random)
    return rules.map((rule) =>
      rule === null ? 0 : PRIOR.mean + weight * (rule.sharpe - PRIOR.mean) + error * inner(rule.scores, shocks),
    )
  })
}

function inner(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += (a[i] ?? 0) * (b[i] ?? 0)
  return total
}

/** One win, divided equally among all contestants with the highest value. */
function shareOfWin(draw: readonly number[]): readonly number[] {
  const top = Math.max(...draw)
  const share = 1 / draw.filter((value) => value === top).length
  return draw.map((value) => (value === top ? share : 0))
}
