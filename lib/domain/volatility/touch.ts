import { normalCdf } from "@/lib/domain/statistics/normal"
import { sigmaFor, type VolatilityForecast } from "./forecast"
import { forecastModel } from "./forecast-model"
import { between } from "./horizon"
import { interpolate } from "./interpolate"

/** Probabilities that the price touches a level within the horizon. */
export type TouchOdds = { readonly within24h: number; readonly within7d: number }

/** Touch odds until 24 hours and 7 days after the forecast was made. */
export function touchOdds(levelUsd: number, priceUsd: number, volatility: VolatilityForecast): TouchOdds {
  const within = (hours: number) => touchProbability(levelUsd, priceUsd, volatility, hours)
  return { within24h: within(24), within7d: within(168) }
}

/**
 * Probability that the price touches a level until `hours` after the forecast was made, 1 hour to 30 days: that of the
 * reflection principle, 2·(1 − Φ(d/σ)), mapped to the observed frequency.
 *
 * Levels at the same distance above and below have the same probability. A level at the price is touched with certainty.
 */
export function touchProbability(
  levelUsd: number,
  priceUsd: number,
  volatility: VolatilityForecast,
  hours: number,
): number {
  const { raw, horizons } = volatility.model ?? forecastModel
  const { elapsedHours = 0 } = volatility
  const distance = levelUsd / priceUsd - 1
  const odds = (until: number) => {
    const probability = reflectionProbability(distance, sigmaFor(volatility, until))
    return between(horizons, until - elapsedHours, ({ touch }) => interpolate(raw, touch, probability))
  }
  // A touch within a day is a touch within a week. The maps are fitted separately.
  const isShorter = (until: number) => elapsedHours < until && until < hours
  return horizons.reduce((most, one) => (isShorter(one.hours) ? Math.max(most, odds(one.hours)) : most), odds(hours))
}

/** Probability that Brownian motion without drift reaches `distance` (a fraction of the price). */
export function reflectionProbability(distance: number, sigma: number): number {
  return 2 * (1 - normalCdf(Math.abs(distance) / sigma))
}
