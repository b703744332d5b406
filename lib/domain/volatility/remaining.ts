import type { Candle } from "@/lib/domain/market/candle"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { VolatilityForecast } from "./forecast"
import { type TouchOdds, touchOdds } from "./touch"

/** The price of now, seen from the close of a forecast. */
export type SinceClose = {
  readonly volatility: VolatilityForecast
  readonly elapsedMs: number
  readonly atCloseUsd: number
  /** The closed hours since the close, oldest first. Of the hour that has not closed only the price of now is known. */
  readonly hours: readonly Pick<Candle, "highUsd" | "lowUsd">[]
  readonly nowUsd: number
}

type Prices = Pick<SinceClose, "atCloseUsd" | "hours" | "nowUsd">

/** The forecast of a close for the rest of its horizons. Odds and ranges at the price of now are those of this forecast. */
export function remainingVolatility(volatility: VolatilityForecast, elapsedMs: number): VolatilityForecast {
  return { ...volatility, elapsedHours: elapsedMs / HOUR_MS }
}

/** Whether the price of now is at a level or beyond it, seen from the price of the close. */
export function isBeyond(levelUsd: number, { atCloseUsd, nowUsd }: Pick<Prices, "atCloseUsd" | "nowUsd">): boolean {
  return levelUsd >= atCloseUsd ? nowUsd >= levelUsd : nowUsd <= levelUsd
}

/** The hour since the close that touched a level first, from 0; infinite: none did. The price of now is the last one. */
export function firstTouchOf(levelUsd: number, { atCloseUsd, hours, nowUsd }: Prices): number {
  const touched = [...hours, { highUsd: nowUsd, lowUsd: nowUsd }].findIndex(({ highUsd, lowUsd }) =>
    isBeyond(levelUsd, { atCloseUsd, nowUsd: levelUsd >= atCloseUsd ? highUsd : lowUsd }),
  )
  return touched < 0 ? Number.POSITIVE_INFINITY : touched
}

/** Touch odds from the price of now until the horizons of the close end. A level that was touched since the close is certain. */
export function touchOddsNow(levelUsd: number, since: SinceClose): TouchOdds & { readonly wasTouched: boolean } {
  if (firstTouchOf(levelUsd, since) < Number.POSITIVE_INFINITY) return { wasTouched: true, within24h: 1, within7d: 1 }
  const remaining = remainingVolatility(since.volatility, since.elapsedMs)
  return { wasTouched: false, ...touchOdds(levelUsd, since.nowUsd, remaining) }
}
