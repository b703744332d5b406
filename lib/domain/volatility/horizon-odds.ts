import { HOUR_MS } from "@/lib/domain/utc-day"
import { closeBeyondProbability } from "./cone"
import { sigmaFor, type VolatilityForecast } from "./forecast"
import { remainingVolatility } from "./remaining"
import { touchProbability } from "./touch"

/** A time span after the close of a forecast. */
export type Span = { readonly elapsedMs: number; readonly hours: number }

/** Probabilities that the price touches a level within a span, and that it is beyond the level at its end. */
export type HorizonOdds = { readonly touch: number; readonly closeBeyond: number }

/** Standard deviation of the log return over a span: what the variance until its end has more than that until its start. */
export function sigmaOver(volatility: VolatilityForecast, { elapsedMs, hours }: Span): number {
  return sigmaFor(remainingVolatility(volatility, elapsedMs), elapsedMs / HOUR_MS + hours)
}

/** Odds of a level from a price, by the observed frequencies of the nearest horizons. */
export function oddsWithin(
  levelUsd: number,
  priceUsd: number,
  { volatility, elapsedMs, hours }: Span & { readonly volatility: VolatilityForecast },
): HorizonOdds {
  const remaining = remainingVolatility(volatility, elapsedMs)
  const until = elapsedMs / HOUR_MS + hours
  return {
    touch: touchProbability(levelUsd, priceUsd, remaining, until),
    closeBeyond: closeBeyondProbability(levelUsd, priceUsd, remaining, until),
  }
}
