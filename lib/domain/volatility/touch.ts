import { normalCdf } from "@/lib/domain/statistics/normal"
import type { VolatilityForecast } from "./forecast"
import { interpolate } from "./interpolate"
import { touchMaps } from "./touch-maps"

/** Probabilities that the price touches a level within the horizon. */
export type TouchOdds = { readonly within24h: number; readonly within7d: number }

/**
 * The reflection principle 2·(1 − Φ(d/σ)) with the forecast volatility, corrected by what was observed. A level at the
 * price is touched with certainty; one infinitely far never is.
 */
export function touchOdds(levelUsd: number, priceUsd: number, volatility: VolatilityForecast): TouchOdds {
  const distance = levelUsd / priceUsd - 1
  const side = distance >= 0 ? "up" : "down"
  const odds = (sigma: number, observed: readonly number[]) => {
    const raw = 2 * (1 - normalCdf(Math.abs(distance) / sigma))
    return interpolate([0, ...touchMaps.raw, 1], [0, ...observed, 1], raw)
  }
  const day = odds(volatility.sigma24h, touchMaps["24h"][side])
  // What happens within a day happens within a week; the two maps were fitted apart.
  return { within24h: day, within7d: Math.max(day, odds(volatility.sigma7d, touchMaps["7d"][side])) }
}
