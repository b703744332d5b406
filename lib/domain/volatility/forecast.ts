import type { Columns } from "@/lib/domain/market/columns"
import { type ForecastFeatures, forecastFeatures, hourOfWeekAt } from "./features"
import { type ForecastModel, forecastModel, type HarCoefficients } from "./forecast-model"
import { between } from "./horizon"
import { interpolate } from "./interpolate"

/** Standard deviations of log returns from `nowMs` on, ascending. `sigmaFor` gives those of other horizons. */
export type VolatilityForecast = {
  readonly nowMs: number
  readonly sigma24h: number
  readonly sigma7d: number
  readonly sigma30d: number
  /** Percentile of the forecast for the week, compared with the year before, among all forecasts of the fit. */
  readonly percentile: number
  /** Hours since `nowMs`: horizons begin then and end as before. Absent: 0. */
  readonly elapsedHours?: number
  /** The model behind it, in walk-forward studies. Absent: the model of the current method version. */
  readonly model?: ForecastModel
}

/** A horizon that is over keeps this share of its variance, so that no distance is divided by zero. */
const MIN_SHARE = 1e-6
const [DAY_HOURS, WEEK_HOURS, MONTH_HOURS, YEAR_HOURS] = [24, 168, 720, 365 * 24]

/**
 * Forecast from closed candles: a heterogeneous autoregression (Corsi 2009, doi:10.1093/jjfinec/nbp001) with the level of
 * the last year and the size of the last moves. `null` where `forecastFeatures` is.
 */
export function forecastVolatility(
  candles: { readonly hours: Columns; readonly days: Columns },
  model?: ForecastModel,
): VolatilityForecast | null {
  const features = forecastFeatures(candles, (model ?? forecastModel).hourOfWeek)
  return features && forecastFrom(features, model)
}

export function forecastFrom(features: ForecastFeatures, model?: ForecastModel): VolatilityForecast {
  const { har, weekOverYear } = model ?? forecastModel
  const week = variancePerDay(har.week, features)
  const sigma24h = Math.sqrt(variancePerDay(har.day, features))
  // The three models are fitted separately. A longer horizon never has less variance.
  const sigma7d = Math.max(sigma24h, Math.sqrt(7 * week))
  const sigma30d = Math.max(sigma7d, Math.sqrt(30 * variancePerDay(har.month, features)))
  const percentiles = weekOverYear.map((_, index) => index / (weekOverYear.length - 1))
  const percentile = interpolate(weekOverYear, percentiles, Math.log(week) - features.yearLog)
  return { nowMs: features.nowMs, sigma24h, sigma7d, sigma30d, percentile, ...(model && { model }) }
}

/**
 * Standard deviation of the log return until `hours` after the forecast was made, an hour to 30 days. Of a forecast that has
 * aged, only the variance of the rest of the horizon is counted.
 *
 * Between 24 hours, 7 and 30 days the variance follows the usual variance of the hours of the week.
 */
export function sigmaFor(volatility: VolatilityForecast, hours: number): number {
  const { elapsedHours = 0 } = volatility
  const whole = varianceUntil(volatility, hours)
  const gone = elapsedHours > 0 ? varianceUntil(volatility, elapsedHours) : 0
  return Math.sqrt(Math.max(MIN_SHARE * whole, whole - gone))
}

/** Standard deviation of a year at the rate of this horizon. */
export function annualSigma(volatility: VolatilityForecast, hours: number): number {
  return sigmaFor(volatility, hours) * Math.sqrt(YEAR_HOURS / hours)
}

/** Median distance of the realised volatility of a horizon from its forecast, as a share of the forecast. */
export function volatilityError({ model }: VolatilityForecast, hours: number): number {
  return between((model ?? forecastModel).horizons, hours, ({ error }) => error)
}

/** Variance per day that the coefficients give. */
export function variancePerDay(coefficients: HarCoefficients, features: ForecastFeatures): number {
  const { intercept, windows, year, move24h, move7d, weekdays } = coefficients
  const fromWindows = windows.reduce((sum, weight, index) => sum + weight * (features.windowLogs[index] ?? 0), 0)
  return Math.exp(
    intercept +
      fromWindows +
      year * features.yearLog +
      move24h * features.move24h +
      move7d * features.move7d +
      weekdays.saturday * features.weekdays.saturday +
      weekdays.sunday * features.weekdays.sunday +
      weekdays.monday * features.weekdays.monday,
  )
}

function varianceUntil({ nowMs, sigma24h, sigma7d, sigma30d, model }: VolatilityForecast, hours: number): number {
  const [day, week, month] = [sigma24h ** 2, sigma7d ** 2, sigma30d ** 2]
  const { hourOfWeek } = model ?? forecastModel
  const part = (from: number, to: number) =>
    usualVariance(hourOfWeek, nowMs, from, hours) / usualVariance(hourOfWeek, nowMs, from, to)
  if (hours <= DAY_HOURS) return day * part(0, DAY_HOURS)
  if (hours <= WEEK_HOURS) return day + (week - day) * part(DAY_HOURS, WEEK_HOURS)
  return week + (month - week) * part(WEEK_HOURS, MONTH_HOURS)
}

/** Sum of the usual variances of the hours between two distances from a time. */
function usualVariance(hourOfWeek: readonly number[], nowMs: number, fromHours: number, untilHours: number): number {
  const sums = sumsOf(hourOfWeek)
  const start = hourOfWeekAt(nowMs)
  const until = (hours: number) => {
    const hour = (start + hours) % hourOfWeek.length
    const weeks = Math.floor((start + hours) / hourOfWeek.length)
    const whole = Math.floor(hour)
    return weeks * (sums.at(-1) ?? 0) + (sums[whole] ?? 0) + (hour - whole) * (hourOfWeek[whole] ?? 0)
  }
  return until(untilHours) - until(fromHours)
}

const knownSums = new WeakMap<readonly number[], readonly number[]>()

/** Sums of the first 0, 1, … values. */
function sumsOf(values: readonly number[]): readonly number[] {
  const known = knownSums.get(values)
  if (known !== undefined) return known
  const sums = [0]
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value)
  knownSums.set(values, sums)
  return sums
}
