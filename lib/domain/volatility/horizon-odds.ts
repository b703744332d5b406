import { normalCdf } from "@/lib/domain/statistics/normal"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { VolatilityForecast } from "./forecast"
import { forecastModel } from "./forecast-model"
import { interpolate } from "./interpolate"
import { reflectionProbability } from "./touch"

export const MAX_ODDS_HOURS = 720

/** A time span after the close of a forecast. */
export type Span = { readonly elapsedMs: number; readonly hours: number }

/** Probabilities that the price touches a level within a span, and that it is beyond the level at its end. */
export type HorizonOdds = { readonly touch: number; readonly closeBeyond: number }

/** Standard deviation of the log return over a span: what the variance until its end has more than that until its start. */
export function sigmaOver(volatility: VolatilityForecast, { elapsedMs, hours }: Span): number {
  const fromHours = elapsedMs / HOUR_MS
  return Math.sqrt(varianceUntil(volatility, fromHours + hours) - varianceUntil(volatility, fromHours))
}

/** Variance from the close until `hours` later: linear between the horizons of the forecast, after a week at the week's rate. */
function varianceUntil({ sigma24h, sigma3d, sigma7d }: VolatilityForecast, hours: number): number {
  // A longer horizon never has less variance. The horizons have forecasts of their own.
  const day = sigma24h ** 2
  const threeDays = Math.max(day, sigma3d ** 2)
  const week = Math.max(threeDays, sigma7d ** 2)
  return hours <= 168 ? interpolate([0, 24, 72, 168], [0, day, threeDays, week], hours) : week * (hours / 168)
}

/** Odds of a level from a price, with the maps of observed frequencies of 24 hours and of 7 days. */
export function oddsWithin(
  levelUsd: number,
  priceUsd: number,
  { volatility, ...span }: Span & { readonly volatility: VolatilityForecast },
): HorizonOdds {
  const maps = (volatility.model ?? forecastModel).touch
  const sigma = sigmaOver(volatility, span)
  const side = levelUsd >= priceUsd ? "up" : "down"
  const raw = reflectionProbability(levelUsd / priceUsd - 1, sigma)
  const observed = (horizon: "24h" | "7d") => interpolate([0, ...maps.raw, 1], [0, ...maps[horizon][side], 1], raw)
  const weekShare = Math.min(1, Math.max(0, Math.log(span.hours / 24) / Math.log(7)))
  const touch = levelUsd === priceUsd ? 1 : (1 - weekShare) * observed("24h") + weekShare * observed("7d")
  const closeBeyond = 1 - normalCdf(Math.abs(Math.log(levelUsd / priceUsd)) / sigma)
  // Whoever closes beyond a level has touched it.
  return { touch, closeBeyond: Math.min(touch, closeBeyond) }
}
