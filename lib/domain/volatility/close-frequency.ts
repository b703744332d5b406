import { logDistance } from "./distance"
import { sigmaFor, type VolatilityForecast } from "./forecast"
import { forecastModel } from "./forecast-model"
import { between } from "./horizon"
import { interpolate, powerLaws } from "./interpolate"

/** Observed frequency of a close beyond a level at the end of the horizon. */
export function closeFrequency(
  levelUsd: number,
  priceUsd: number,
  volatility: VolatilityForecast,
  hours: number,
): number {
  const { shares, horizons } = volatility.model ?? forecastModel
  const left = hours - (volatility.elapsedHours ?? 0)
  const deviations = logDistance(levelUsd, priceUsd) / sigmaFor(volatility, hours)
  const widths = shares.map((_, index) => between(horizons, left, ({ halfWidths }) => halfWidths[index] ?? 0))
  const tails = shares.map((share) => (1 - share) / 2)
  if (deviations > (widths.at(-2) ?? 0)) return powerLaws(widths.slice(-2), tails.slice(-2), deviations)
  return Math.exp(interpolate(widths, tails.map(Math.log), deviations))
}
