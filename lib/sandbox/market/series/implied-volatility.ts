import type { Coin } from "@/lib/domain/market/coin"
import { mean } from "@/lib/domain/statistics/moments"
import { DAY_MS } from "@/lib/domain/utc-day"
import { rangeVariance } from "@/lib/domain/volatility/features"
import { smoothAt, streamOf } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { easternTime } from "./us-calendar"
import { releasesBetween } from "./us-releases"

const YEAR_DAYS = 365
/** Options cost more than what follows: their variance is above the expected one by this factor. */
const PREMIUM = 1.3
/** A deviation of the variance from its usual level fades by this time constant. */
const FADE_DAYS = 25
const [RECENT_DAYS, USUAL_DAYS] = [10, 120]
/** Variance that a release adds, in days of usual variance. */
const EVENT_DAYS = { cpi: 0.8, fomc: 0.9, nfp: 0.6 } as const

/** Variances of a day that options are priced by, at one moment. */
export type VolatilityLevels = { readonly atMs: number; readonly recent: number; readonly usual: number }

type DayRange = { readonly openTimeMs: number; readonly highUsd: number; readonly lowUsd: number }

/** The levels at a time, from the whole days before it, so that the past never changes. */
export function levelsAt(days: readonly DayRange[], atMs: number): VolatilityLevels {
  const variances = days
    .filter(({ openTimeMs }) => openTimeMs + DAY_MS <= atMs && openTimeMs >= atMs - (USUAL_DAYS + 1) * DAY_MS)
    .map(({ highUsd, lowUsd }) => rangeVariance(highUsd, lowUsd))
  const usual = mean(variances) ?? 0.001
  return { atMs, recent: mean(variances.slice(-RECENT_DAYS)) ?? usual, usual }
}

/** Whole and running days that the levels of a span rest on. */
export function daysFor(market: SimulatedMarket, coin: Coin, fromMs: number, nowMs: number): readonly DayRange[] {
  return market.candles(coin, "1d", { fromMs: fromMs - (USUAL_DAYS + 2) * DAY_MS, toMs: nowMs, nowMs })
}

/** Implied variance at the money from the levels' time until an expiry: fades to its usual level, and rises at each release. */
export function impliedUntil({ atMs, recent, usual }: VolatilityLevels, expiryMs: number): number {
  const days = (expiryMs - atMs) / DAY_MS
  const faded = FADE_DAYS * (1 - Math.exp(-days / FADE_DAYS))
  return PREMIUM * (usual * days + (recent - usual) * faded) + usual * releasedDays(atMs, expiryMs)
}

function releasedDays(fromMs: number, untilMs: number): number {
  let days = 0
  for (const { key, dayMs, hour } of releasesBetween(fromMs, untilMs)) {
    const atMs = easternTime(dayMs, hour)
    if (key in EVENT_DAYS && atMs > fromMs && atMs <= untilMs) days += EVENT_DAYS[key as keyof typeof EVENT_DAYS]
  }
  return days
}

/** Volatility at a strike over that at the money, of `z` standard deviations: puts cost more than calls, and both wings more. */
export function smileFactor(market: SimulatedMarket, coin: Coin, atMs: number): (z: number) => number {
  const tilt = -0.05 + 0.02 * smoothAt(streamOf(market.seed, `options/${coin}/skew`), atMs / (9 * DAY_MS))
  return (z) => 1 + tilt * z + 0.015 * z * z
}

/** The index of implied volatility at a time: 30 days at the money, with a part for the wings. Points of a year. */
export function indexAt(days: readonly DayRange[], atMs: number): number {
  const variance = impliedUntil(levelsAt(days, atMs), atMs + 30 * DAY_MS)
  return 100 * 1.02 * Math.sqrt((variance * YEAR_DAYS) / 30)
}
