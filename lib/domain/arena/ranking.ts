import { replicates } from "@/lib/domain/statistics/bootstrap"
import type { Bounds } from "@/lib/domain/statistics/interval"
import { deviation, mean } from "@/lib/domain/statistics/moments"
import { zFor } from "@/lib/domain/statistics/normal"
import { seededRandom } from "@/lib/domain/statistics/random"

const DAYS_PER_YEAR = 365

/** What is believed of any rule before it has traded: Sharpe 0.3 ± 0.5. */
const PRIOR = { mean: 0.3, variance: 0.25 }

const REPS = 300
const SEED = 1
const BLOCK_DAYS = 30

/** An annual Sharpe ratio, its 95 % interval, and what is left of it beside the prior. */
export type WeighedSharpe = { readonly sharpe: number; readonly interval: Bounds; readonly shrunk: number }

/**
 * What an annual Sharpe ratio of daily returns is worth after so many days.
 *
 * Its variance is (1 + SR²/2)/days for the daily ratio, times the days of a year for the annual one. `shrunk` is the mean
 * of the posterior under the prior: a short record stays near it.
 *
 * @see Lo 2002, The statistics of Sharpe ratios, equations 9 and 19.
 */
export function weighSharpe(sharpe: number, days: number): WeighedSharpe {
  const daily = sharpe / Math.sqrt(DAYS_PER_YEAR)
  const variance = (DAYS_PER_YEAR * (1 + daily ** 2 / 2)) / days
  const half = zFor(0.95) * Math.sqrt(variance)
  const shrunk = (PRIOR.mean * variance + sharpe * PRIOR.variance) / (variance + PRIOR.variance)
  return { sharpe, interval: { low: sharpe - half, high: sharpe + half }, shrunk }
}

/** How often each series would come first, and would beat the reference, in another draw of the same days. */
export type Odds = { readonly best: number; readonly beatsReference: number }

/**
 * Odds by the stationary bootstrap with mean blocks of 30 days, all series drawn together.
 *
 * Series that end level share the win, so that copies of one rule do not each claim it.
 */
export function oddsOf(series: readonly (readonly number[])[], reference: number): readonly Odds[] {
  const length = Math.min(...series.map(({ length }) => length))
  if (series.length === 0 || length < 2) return []
  const draws = replicates(length, (rows) => series.map((returns) => ratioOf(returns, rows)), {
    meanBlock: BLOCK_DAYS,
    reps: REPS,
    random: seededRandom(SEED),
  })
  return series.map((_, index) => ({
    best: mean(draws.map((draw) => sharedWin(draw, index))) ?? 0,
    beatsReference: mean(draws.map((draw) => Number((draw[index] ?? 0) > (draw[reference] ?? 0)))) ?? 0,
  }))
}

/**
 * Further days until the mean daily difference to the reference would be two standard errors from zero, if it went on
 * as it has; 0 when it is already, `null` when it is not ahead.
 */
export function daysUntilDistinguishable(returns: readonly number[], reference: readonly number[]): number | null {
  const differences = returns.map((value, index) => value - (reference[index] ?? 0))
  const ahead = mean(differences)
  const spread = deviation(differences)
  if (ahead === null || spread === null || ahead <= 0) return null
  return Math.max(0, Math.ceil(((zFor(0.95) * spread) / ahead) ** 2) - differences.length)
}

function ratioOf(returns: readonly number[], rows: Int32Array): number {
  let total = 0
  let squares = 0
  for (const row of rows) {
    const value = returns[row] ?? 0
    total += value
    squares += value * value
  }
  const average = total / rows.length
  const spread = Math.sqrt(Math.max(0, squares / rows.length - average * average))
  return spread < 1e-12 ? 0 : average / spread
}

function sharedWin(draw: readonly number[], index: number): number {
  const top = Math.max(...draw)
  return draw[index] === top ? 1 / draw.filter((value) => value === top).length : 0
}
