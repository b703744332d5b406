import type { Columns } from "@/lib/domain/market/columns"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type ForecastFeatures, forecastFeatures, weekdayShare } from "./features"
import { type ForecastModel, forecastModel, type HarCoefficients } from "./forecast-model"

/** Standard deviations of log returns. */
export type VolatilityForecast = {
  readonly sigma24h: number
  readonly sigma3d: number
  readonly sigma7d: number
  /** The model behind it, in walk-forward studies. Absent: the model of the current method version. */
  readonly model?: ForecastModel
}

/**
 * Forecast from closed candles: a heterogeneous autoregression (Corsi 2009, doi:10.1093/jjfinec/nbp001) with the level of
 * the last year and the size of the last moves. `null` where `forecastFeatures` is.
 */
export function forecastVolatility(
  candles: { readonly hours: Columns; readonly days: Columns },
  model?: ForecastModel,
): VolatilityForecast | null {
  const features = forecastFeatures(candles)
  return features && forecastFrom(features, model)
}

export function forecastFrom(features: ForecastFeatures, model?: ForecastModel): VolatilityForecast {
  const { har } = model ?? forecastModel
  const sigma7d = Math.sqrt(7 * variancePerDay(har.week, features))
  return {
    sigma24h: Math.sqrt(variancePerDay(har.day, features)),
    sigma3d: sigma3dOf(sigma7d, features.nowMs, model),
    sigma7d,
    ...(model && { model }),
  }
}

/** Standard deviation of the next three days: the share of a week's variance that their weekdays have. */
export function sigma3dOf(sigma7d: number, nowMs: number, model: ForecastModel = forecastModel): number {
  const { saturday, sunday, monday } = model.har.day.weekdays
  const ofWeekday = [sunday, monday, 0, 0, 0, 0, saturday].map(Math.exp)
  const shareOfWeek = ofWeekday.reduce((sum, variance, weekday) => {
    const days = [0, 1, 2].map((day) => weekdayShare(weekday, nowMs + day * DAY_MS))
    return sum + variance * days.reduce((all, share) => all + share, 0)
  }, 0)
  return sigma7d * Math.sqrt(shareOfWeek / ofWeekday.reduce((sum, variance) => sum + variance, 0))
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

/** The interval that contains the price at the end of the horizon with probability 0.8. */
export function range80(
  priceUsd: number,
  volatility: VolatilityForecast,
  horizon: "24h" | "7d",
): { readonly low: number; readonly high: number } {
  const { widths } = volatility.model ?? forecastModel
  const width = widths[horizon] * (horizon === "24h" ? volatility.sigma24h : volatility.sigma7d)
  return { low: priceUsd * Math.exp(-width), high: priceUsd * Math.exp(width) }
}
