import { normalCdf } from "@/lib/domain/statistics/normal"
import type { VolatilityForecast } from "./forecast"
import { forecastModel } from "./forecast-model"
import { interpolate } from "./interpolate"

/** Probabilities that the price touches a level within the horizon. */
export type TouchOdds = { readonly within24h: number; readonly within7d: number }

/**
 * Probability of the reflection principle, 2·(1 − Φ(d/σ)), mapped to the observed frequency. A level at the price is
 * touched with certainty.
 */
export function touchOdds(levelUsd: number, priceUsd: number, volatility: VolatilityForecast): TouchOdds {
  const maps = (volatility.model ?? forecastModel).touch
  const distance = levelUsd / priceUsd - 1
  const side = distance >= 0 ? "up" : "down"
  const odds = (sigma: number, observed: readonly number[]) =>
    interpolate([0, ...maps.raw, 1], [0, ...observed, 1], reflectionProbability(distance, sigma))
  const day = odds(volatility.sigma24h, maps["24h"][side])
  // A touch within a day is a touch within a week. The two maps are fitted separately.
  return { within24h: day, within7d: Math.max(day, odds(volatility.sigma7d, maps["7d"][side])) }
}

/** Probability that Brownian motion without drift reaches `distance` (a fraction of the price). */
export function reflectionProbability(distance: number, sigma: number): number {
  return 2 * (1 - normalCdf(Math.abs(distance) / sigma))
}
