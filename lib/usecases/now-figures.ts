import type { z } from "zod"
import type { Forecast, NowHead, NowLevel, NowRange, NowStop, NowTarget } from "@/lib/api/now-fields"
import type { Levels } from "@/lib/domain/risk/levels"
import { planOddsNow, type PlanOddsNow } from "@/lib/domain/risk/plan-odds-now"
import { round } from "@/lib/domain/round"
import type { Signal } from "@/lib/domain/signals/compute-signal"
import { normalCdf, normalQuantile } from "@/lib/domain/statistics/normal"
import { HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { range80 } from "@/lib/domain/volatility/cone"
import { sigmaFor, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { remainingVolatility, type SinceClose, touchOddsNow } from "@/lib/domain/volatility/remaining"
import type { MarketReading } from "./read-market"
import { roundPrice } from "./rounding"

type Ranges = Readonly<Record<"range80_24h" | "range80_7d", z.output<typeof NowRange>>>

/** The price of now beside the close of a reading. */
export function sinceClose(
  { price, recordPriceUsd, hoursSinceClose: hours, signal }: Omit<MarketReading, "sealed">,
  volatility: VolatilityForecast,
  nowMs: number,
): SinceClose {
  const elapsedMs = Math.max(0, nowMs - signal.decisionTimeMs)
  return { volatility, elapsedMs, atCloseUsd: recordPriceUsd, hours, nowUsd: price.value }
}

export function nowHead({ elapsedMs, nowUsd }: SinceClose, nowMs: number): z.output<z.ZodObject<typeof NowHead>> {
  return { at: isoTime(nowMs), price_usd: roundPrice(nowUsd), hours_since_close: round(elapsedMs / HOUR_MS, 2) }
}

/** The forecast of the close. */
export function forecastFields({ sigma24h, sigma7d, sigma30d }: VolatilityForecast): z.output<typeof Forecast> {
  return { sigma_24h_pct: percent(sigma24h), sigma_7d_pct: percent(sigma7d), sigma_30d_pct: percent(sigma30d) }
}

function percent(sigma: number): number {
  return round(100 * sigma, 4)
}

/** The 80% ranges of the sealed horizons' ends, from the price of now. */
export function nowRanges({ volatility, elapsedMs, nowUsd }: SinceClose): Ranges {
  const remaining = remainingVolatility(volatility, elapsedMs)
  const range = (horizon: "24h" | "7d") => {
    const { low, high } = range80(nowUsd, remaining, horizon)
    return { low: roundPrice(low), high: roundPrice(high) }
  }
  return { range80_24h: range("24h"), range80_7d: range("7d") }
}

export function nowLevel(levelUsd: number, since: SinceClose): z.output<typeof NowLevel> {
  const { wasTouched, within24h, within7d } = touchOddsNow(levelUsd, since)
  return {
    price: roundPrice(levelUsd),
    passed: wasTouched,
    distance_pct: round(100 * (levelUsd / since.nowUsd - 1), 2),
    p_touch_24h: round(within24h, 4),
    p_touch_7d: round(within7d, 4),
  }
}

/** The stop and the targets with their odds from the price of now. */
export function nowPlan(
  levels: Levels,
  since: SinceClose,
): {
  readonly stop: z.output<typeof NowStop>
  readonly targets: z.output<typeof NowTarget>[]
  readonly odds: PlanOddsNow
} {
  const odds = planOddsNow(levels, since)
  return {
    stop: { ...nowLevel(levels.stop, since), p_hit_14d: round(odds.stop.within14d, 4) },
    targets: odds.targets.map(({ beforeStop }, index) => ({
      ...nowLevel(levels.targets[index] ?? levels.entry, since),
      p_before_stop_14d: round(beforeStop["14d"], 4),
    })),
    odds,
  }
}

/**
 * Probability that the price 24 hours after the close is above the price of the close: the call's own probability for the
 * time that is left, and the move since the close.
 */
export function nowUp24h({ pUp24h }: Pick<Signal, "pUp24h">, since: SinceClose): number {
  const left = sigmaFor(remainingVolatility(since.volatility, since.elapsedMs), 24)
  const moved = Math.log(since.nowUsd / since.atCloseUsd) / left
  const z = moved + (normalQuantile(pUp24h) * left) / since.volatility.sigma24h
  return round(normalCdf(z), 4)
}
