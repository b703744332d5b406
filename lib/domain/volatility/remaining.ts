import { HOUR_MS } from "@/lib/domain/utc-day"
import type { VolatilityForecast } from "./forecast"
import { type TouchOdds, touchOdds } from "./touch"

/** The price of now, seen from the close of a forecast. */
export type SinceClose = {
  readonly volatility: VolatilityForecast
  readonly elapsedMs: number
  readonly atCloseUsd: number
  readonly nowUsd: number
}

/** The forecast of a close for the rest of its horizons. Odds and ranges at the price of now are those of this forecast. */
export function remainingVolatility(volatility: VolatilityForecast, elapsedMs: number): VolatilityForecast {
  return { ...volatility, elapsedHours: elapsedMs / HOUR_MS }
}

/** Whether the price of now is at a level or beyond it, seen from the price of the close. */
export function hasPassed(levelUsd: number, prices: Pick<SinceClose, "atCloseUsd" | "nowUsd">): boolean {
  return levelUsd >= prices.atCloseUsd ? prices.nowUsd >= levelUsd : prices.nowUsd <= levelUsd
}

/** Touch odds from the price of now until the horizons of the close end. A passed level is touched. */
export function touchOddsNow(levelUsd: number, since: SinceClose): TouchOdds & { readonly hasPassed: boolean } {
  if (hasPassed(levelUsd, since)) return { hasPassed: true, within24h: 1, within7d: 1 }
  const remaining = remainingVolatility(since.volatility, since.elapsedMs)
  return { hasPassed: false, ...touchOdds(levelUsd, since.nowUsd, remaining) }
}
