import { at, valueAt } from "@/lib/domain/indicators/series"
import { sma } from "@/lib/domain/indicators/sma"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { Columns } from "@/lib/domain/market/columns"
import { mean } from "@/lib/domain/statistics/moments"
import { DAY_MS } from "@/lib/domain/utc-day"
import { regimeParameters } from "./parameters"
import { deviations, percentileAt } from "./rolling-volatility"

/** Values of one closed day that the rules read. */
export type RegimeFacts = {
  readonly close: number
  readonly fast: number
  readonly slow: number
  readonly return30d: number
  /** Distance of the close from the highest close, 0 or below. */
  readonly drawdown90d: number
  readonly drawdown365d: number
  /** Share of the days of a year whose 30-day volatility was lower. */
  readonly volatilityPercentile: number
  /** Mean index of 7 days; `null` without a full week of it. */
  readonly fearGreed7d: number | null
}

export type FearGreedPoint = {
  readonly atMs: number
  readonly index: number
  /** The publisher's word for it, where it is known. */
  readonly label?: string | undefined
}

/** The index by day. `null`: nothing within the maximum age. */
export type FearGreedFeed = { read(): Promise<Sourced<readonly FearGreedPoint[]> | null> }

/** Days before the first one that has all facts: a year of 30-day volatilities. */
export const WARM_UP_DAYS = 394

/** Facts of the last `count` closed days, oldest first; fewer while the history is short. */
export function regimeFacts(
  days: Columns,
  fearGreed: readonly FearGreedPoint[],
  count: number,
): readonly RegimeFacts[] {
  const { close, openTimeMs } = days
  const [fast, slow] = [sma(close, regimeParameters.fast), sma(close, regimeParameters.slow)]
  const volatility = deviations(close, 30)
  const indexOf = new Map(fearGreed.map(({ atMs, index }) => [Math.floor(atMs / DAY_MS), index]))
  const first = Math.max(WARM_UP_DAYS, close.length - count)
  return Array.from({ length: Math.max(0, close.length - first) }, (_, offset) => {
    const i = first + offset
    return {
      close: at(close, i),
      fast: at(fast, i),
      slow: at(slow, i),
      return30d: at(close, i) / (valueAt(close, i - 30) ?? Number.NaN) - 1,
      drawdown90d: drawdownAt(close, i, 90),
      drawdown365d: drawdownAt(close, i, 365),
      volatilityPercentile: percentileAt(volatility, i, 365),
      fearGreed7d: weekOf(indexOf, Math.floor(at(openTimeMs, i) / DAY_MS)),
    }
  })
}

function drawdownAt(close: Float64Array, index: number, days: number): number {
  const window = close.subarray(Math.max(0, index - days + 1), index + 1)
  return at(close, index) / window.reduce((highest, value) => Math.max(highest, value), 0) - 1
}

function weekOf(indexOf: ReadonlyMap<number, number>, lastDay: number): number | null {
  const week = Array.from({ length: 7 }, (_, i) => indexOf.get(lastDay - i)).filter((index) => index !== undefined)
  return week.length < 7 ? null : mean(week)
}
