import { HOUR_MS } from "@/lib/domain/utc-day"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { oddsWithin } from "@/lib/domain/volatility/horizon-odds"
import type { Question } from "./market-question"

/** A forecast that was made at a close, seen at a time with its price. */
export type ForecastNow = {
  readonly volatility: VolatilityForecast
  readonly closeMs: number
  readonly nowMs: number
  readonly priceUsd: number
}

/**
 * Our probability of Yes. A touch is asked of a level that the price has not reached, an end beyond a level of any level: odds
 * of a level are those of the far side of it.
 */
export function questionOdds(
  { kind, side, levelUsd, untilMs }: Question,
  { volatility, closeMs, nowMs, priceUsd }: ForecastNow,
): number {
  const span = { volatility, elapsedMs: Math.max(0, nowMs - closeMs), hours: (untilMs - nowMs) / HOUR_MS }
  const { touch, closeBeyond } = oddsWithin(levelUsd, priceUsd, span)
  if (kind === "touch") return touch
  const isFarSide = side === "above" ? levelUsd >= priceUsd : levelUsd < priceUsd
  return isFarSide ? closeBeyond : 1 - closeBeyond
}
