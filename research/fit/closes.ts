import { type CandleHistory, movingWindow } from "@/research/candles"
import { hoursAfter } from "@/research/goals/hours-after"
import { closesOf } from "@/research/replay-calls"
import { atr } from "@/lib/domain/indicators/atr"
import { lastValue } from "@/lib/domain/indicators/series"
import type { Candle } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { type Columns, columnsOf } from "@/lib/domain/market/columns"
import { LOOKBACK } from "@/lib/domain/signals/market-view"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { rangeVariance } from "@/lib/domain/volatility/features"

/** Horizons whose outcomes are fitted, in hours. */
export const HORIZONS_H = [1, 4, 24, 72, 168, 336, 720] as const

export type FitHorizon = (typeof HORIZONS_H)[number]

/** What happened in the hours after a close. */
export type Window = {
  /** Sum of squared hourly log returns. */
  readonly variance: number
  /** Sum of the variances of the hourly ranges. */
  readonly rangeVariance: number
  readonly logReturn: number
  /** Largest log returns of the high and the low since the close: 0 or more, 0 or less. */
  readonly up: number
  readonly down: number
}

/** One 4h close with the candles that were known then and what came after. */
export type FitClose = {
  readonly coin: Coin
  readonly timeMs: number
  readonly priceUsd: number
  readonly hours: Columns
  readonly days: Columns
  /** Daily ATR(14) as a fraction of the price. */
  readonly atrRatio: number | null
  /** A horizon is absent where the data end before it. */
  readonly windows: ReadonlyMap<FitHorizon, Window>
}

/** A window with fewer of its hours is not used. */
const MIN_SHARE_OF_HOURS = 0.8

/** Every 4h close of a coin with a year of history, in order of time. */
export function closesForFit(coin: Coin, history: CandleHistory): readonly FitClose[] {
  const { fromMs, toMs } = closesOf(history)
  const hoursAt = movingWindow(history.hours, "1h", LOOKBACK.hours)
  const daysAt = movingWindow(history.days, "1d", LOOKBACK.days)
  const after = hoursAfter(history.hours)
  const closes: FitClose[] = []
  for (let timeMs = fromMs; timeMs <= toMs; timeMs += DECISION_SPACING_MS) {
    const [hours, days] = [columnsOf(hoursAt(timeMs)), columnsOf(daysAt(timeMs))]
    const priceUsd = lastValue(hours.close)
    if (priceUsd === null || lastValue(hours.openTimeMs) !== timeMs - HOUR_MS) continue
    const trueRange = lastValue(atr(days.high, days.low, days.close, 14))
    closes.push({
      coin,
      timeMs,
      priceUsd,
      hours,
      days,
      atrRatio: trueRange === null ? null : trueRange / priceUsd,
      windows: new Map(
        HORIZONS_H.flatMap((horizon) => {
          const window = windowOf(after(timeMs, horizon), horizon, priceUsd)
          return window === null ? [] : [[horizon, window]]
        }),
      ),
    })
  }
  return closes
}

function windowOf(hours: readonly Candle[] | null, length: number, priceUsd: number): Window | null {
  const last = hours?.at(-1)
  if (!hours || last === undefined || hours.length < MIN_SHARE_OF_HOURS * length) return null
  let [variance, ranges, before, high, low] = [0, 0, priceUsd, priceUsd, priceUsd]
  for (const { highUsd, lowUsd, closeUsd } of hours) {
    variance += Math.log(closeUsd / before) ** 2
    ranges += rangeVariance(highUsd, lowUsd)
    before = closeUsd
    high = Math.max(high, highUsd)
    low = Math.min(low, lowUsd)
  }
  if (variance === 0) return null
  const logReturn = Math.log(last.closeUsd / priceUsd)
  return { variance, rangeVariance: ranges, logReturn, up: Math.log(high / priceUsd), down: Math.log(low / priceUsd) }
}
