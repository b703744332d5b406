import { countWhile } from "@/lib/domain/bisect"
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
const EVENT_DAYS: Readonly<Record<string, number>> = { cpi: 0.8, fomc: 0.9, nfp: 0.6 }
const INDEX_DAYS = 30

type Span = { readonly fromMs: number; readonly nowMs: number; readonly untilMs: number }

/** Implied volatility of a coin, by whole days before each moment, so that the past never changes. */
export function impliedVolatility(market: SimulatedMarket, coin: Coin, { fromMs, nowMs, untilMs }: Span) {
  const days = market.candles(coin, "1d", { fromMs: fromMs - (USUAL_DAYS + 2) * DAY_MS, toMs: nowMs, nowMs })
  const variances = days.map(({ highUsd, lowUsd }) => rangeVariance(highUsd, lowUsd))
  const releases = releasesBetween(fromMs, untilMs).flatMap(({ key, dayMs, hour }) =>
    EVENT_DAYS[key] === undefined ? [] : [{ atMs: easternTime(dayMs, hour), days: EVENT_DAYS[key] }],
  )

  /** The variance of a day at a time: the usual one, and how far the recent one is from it. */
  function levelsAt(atMs: number) {
    const end = countWhile(days, ({ openTimeMs }) => openTimeMs + DAY_MS <= atMs)
    const usual = mean(variances.slice(Math.max(0, end - USUAL_DAYS), end)) ?? 0.001
    const recent = mean(variances.slice(Math.max(0, end - RECENT_DAYS), end)) ?? usual
    return { usual, excess: recent - usual }
  }

  /** Variance that the price is expected to have between two times: fades to its usual level. */
  function expected(atMs: number, untilMs: number): number {
    const { usual, excess } = levelsAt(atMs)
    const left = (untilMs - atMs) / DAY_MS
    return usual * left + excess * FADE_DAYS * (1 - Math.exp(-left / FADE_DAYS))
  }

  /** Variance at the money between two times: above the expected one, and rises at each release. */
  function variance(atMs: number, expiryMs: number): number {
    const released = releases.reduce((sum, one) => sum + (one.atMs > atMs && one.atMs <= expiryMs ? one.days : 0), 0)
    return PREMIUM * expected(atMs, expiryMs) + levelsAt(atMs).usual * released
  }

  return {
    expected,
    variance,
    /** The index at a time: 30 days at the money, with a part for the wings. Points of a year. */
    index: (atMs: number) =>
      100 * 1.02 * Math.sqrt((variance(atMs, atMs + INDEX_DAYS * DAY_MS) * YEAR_DAYS) / INDEX_DAYS),
  }
}

/** Volatility at a strike over that at the money, of `z` standard deviations: puts cost more than calls, and both wings more. */
export function smileFactor(market: SimulatedMarket, coin: Coin, atMs: number): (z: number) => number {
  const tilt = -0.05 + 0.02 * smoothAt(streamOf(market.seed, `options/${coin}/skew`), atMs / (9 * DAY_MS))
  return (z) => 1 + tilt * z + 0.015 * z * z
}
