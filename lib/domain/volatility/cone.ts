import { closeFrequency } from "./close-frequency"
import { sigmaFor, type VolatilityForecast } from "./forecast"
import { forecastModel } from "./forecast-model"
import { between } from "./horizon"
import { interpolate } from "./interpolate"
import { touchProbability } from "./touch"

/** Percent of closes at or below each quantile. */
export const QUANTILES_PCT = [1, 2.5, 5, 10, 25, 50, 75, 90, 95, 97.5, 99] as const

export type Quantile = { readonly pct: (typeof QUANTILES_PCT)[number]; readonly priceUsd: number }

const RANGE_SHARE = 0.8

/** Quantiles of the price at the end of the horizon, ascending. The median is the price: no drift is forecast. */
export function quantilesOf(priceUsd: number, volatility: VolatilityForecast, hours: number): readonly Quantile[] {
  const sigma = sigmaFor(volatility, hours)
  return QUANTILES_PCT.map((pct) => {
    const width = pct === 50 ? 0 : halfWidth(volatility, hours, Math.abs(1 - pct / 50)) * sigma
    return { pct, priceUsd: priceUsd * Math.exp(pct < 50 ? -width : width) }
  })
}

/** The interval that contains the price at the end of the horizon with probability 0.8. */
export function range80(
  priceUsd: number,
  volatility: VolatilityForecast,
  horizon: "24h" | "7d",
): { readonly low: number; readonly high: number } {
  const hours = horizon === "24h" ? 24 : 168
  const width = halfWidth(volatility, hours, RANGE_SHARE) * sigmaFor(volatility, hours)
  return { low: priceUsd * Math.exp(-width), high: priceUsd * Math.exp(width) }
}

/** Mean return of a position over the horizon in the worst 5% of cases, as a negative fraction. */
export function expectedShortfall(
  volatility: VolatilityForecast,
  hours: number,
): { readonly long: number; readonly short: number } {
  const { horizons } = volatility.model ?? forecastModel
  const move = between(horizons, hours, ({ shortfall }) => shortfall) * sigmaFor(volatility, hours)
  return { long: Math.exp(-move) - 1, short: 1 - Math.exp(move) }
}

/** Probability that the price lies beyond a level at the end of the horizon, 1 hour to 30 days. At most that of a touch. */
export function closeBeyondProbability(
  levelUsd: number,
  priceUsd: number,
  volatility: VolatilityForecast,
  hours: number,
): number {
  const frequency = closeFrequency(levelUsd, priceUsd, volatility, hours)
  return Math.min(frequency, touchProbability(levelUsd, priceUsd, volatility, hours))
}

/** Half-width, in standard deviations, of the interval that contains a share of the closes. */
function halfWidth(volatility: VolatilityForecast, hours: number, share: number): number {
  const { shares, horizons } = volatility.model ?? forecastModel
  const left = hours - (volatility.elapsedHours ?? 0)
  return between(horizons, left, ({ halfWidths }) => interpolate(shares, halfWidths, share))
}
