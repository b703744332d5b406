import { at } from "@/lib/domain/indicators/series"
import type { Columns } from "@/lib/domain/market/columns"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** Standard deviations of log returns. */
export type VolatilityForecast = { readonly sigma24h: number; readonly sigma7d: number }

const LONGEST_DAYS = 30
/** A day with fewer hours says too little about itself. */
const FEWEST_HOURS = 20

/**
 * Log-HAR of realised variance (Corsi 2009, doi:10.1093/jjfinec/nbp001), pooled over coins; coefficients for the next
 * day and, per day, the next week, from our own study. The last term turns a mean of logs into a mean.
 */
export const harCoefficients = {
  day: { intercept: -0.7533, d1: 0.3746, d7: 0.3383, d30: 0.1972, residual: 0.6561 },
  week: { intercept: -1.3458, d1: 0.2241, d7: 0.2242, d30: 0.3392, residual: 0.4396 },
} as const

/** Forecast from closed hourly candles; `null` without 30 complete UTC days, or in a market that does not move. */
export function forecastVolatility(hours: Columns): VolatilityForecast | null {
  const days = realisedVariances(hours)
  const [day, week] = [harVariance("day", days), harVariance("week", days)]
  return day === null || week === null ? null : { sigma24h: Math.sqrt(day), sigma7d: Math.sqrt(7 * week) }
}

/**
 * Variance of the next day, or per day of the next week, from the variances of at least 30 days, oldest first. `null`
 * below that, or where nothing moved.
 */
export function harVariance(horizon: "day" | "week", dailyVariances: readonly number[]): number | null {
  if (dailyVariances.length < LONGEST_DAYS) return null
  const mean = (n: number) => dailyVariances.slice(-n).reduce((sum, value) => sum + value, 0) / n
  const [d1, d7, d30] = [mean(1), mean(7), mean(LONGEST_DAYS)]
  if (d1 <= 0 || d7 <= 0 || d30 <= 0) return null
  const c = harCoefficients[horizon]
  return Math.exp(c.intercept + c.d1 * Math.log(d1) + c.d7 * Math.log(d7) + c.d30 * Math.log(d30) + c.residual / 2)
}

/** Sum of squared hourly log returns of the newest complete UTC days, as many as are needed, oldest first. */
function realisedVariances({ openTimeMs, close, length }: Columns): number[] {
  const running = Math.floor((at(openTimeMs, length - 1) + HOUR_MS) / DAY_MS)
  const newestFirst: number[] = []
  let [day, variance, hours] = [running, 0, 0]
  for (let i = length - 1; i >= 0 && newestFirst.length < LONGEST_DAYS; i--) {
    const own = Math.floor(at(openTimeMs, i) / DAY_MS)
    if (own !== day) {
      if (day < running && hours >= FEWEST_HOURS) newestFirst.push(variance)
      ;[day, variance, hours] = [own, 0, 0]
    }
    if (i === 0 || own >= running) continue
    const change = Math.log(at(close, i) / at(close, i - 1))
    variance += change * change
    hours++
  }
  if (newestFirst.length < LONGEST_DAYS && day < running && hours >= FEWEST_HOURS) newestFirst.push(variance)
  return newestFirst.toReversed()
}

/** z of the central 80 %. */
const Z80 = 1.281_551_6

/** The interval that holds the price with probability 0.8 under a log-normal of this width. */
export function range80(priceUsd: number, sigma: number): { readonly low: number; readonly high: number } {
  return { low: priceUsd * Math.exp(-Z80 * sigma), high: priceUsd * Math.exp(Z80 * sigma) }
}
