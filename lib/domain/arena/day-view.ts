import { donchianState } from "@/lib/domain/indicators/donchian-state"
import { rsi } from "@/lib/domain/indicators/rsi"
import { lastValue } from "@/lib/domain/indicators/series"
import { type Candle, intervalMs } from "@/lib/domain/market/candle"
import { deviation, mean } from "@/lib/domain/statistics/moments"

/** Values of a coin's closed days that the simple rules read. A field is `null` while its history is too short. */
export type DayView = {
  readonly closeUsd: number
  /** Standard deviation of 30 daily log returns, annualised: 0.5 is 50%. */
  readonly sigma30Annual: number | null
  readonly sma50Usd: number | null
  readonly sma200Usd: number | null
  readonly return1d: number | null
  readonly return7d: number | null
  readonly return30d: number | null
  readonly donchian20: number | null
  readonly rsi14: number | null
}

/** Every view reads the same number of candles, whatever the length of the history. */
const LOOKBACK = 300

/** The view at `timeMs`, `null` when the newest closed day is missing: rules do not read across a gap. */
export function dayView(candles: readonly Candle[], timeMs: number): DayView | null {
  const end = candles.findLastIndex(({ openTimeMs }) => openTimeMs + intervalMs["1d"] <= timeMs) + 1
  const closed = candles.slice(Math.max(0, end - LOOKBACK), end)
  const last = closed.at(-1)
  if (last === undefined || last.openTimeMs + 2 * intervalMs["1d"] <= timeMs) return null
  const closes = closed.map(({ closeUsd }) => closeUsd)
  const close = Float64Array.from(closes)
  const high = Float64Array.from(closed, ({ highUsd }) => highUsd)
  const low = Float64Array.from(closed, ({ lowUsd }) => lowUsd)
  return {
    closeUsd: last.closeUsd,
    sigma30Annual: sigmaOf(closes.slice(-31)),
    sma50Usd: average(closes, 50),
    sma200Usd: average(closes, 200),
    return1d: change(closes, 1),
    return7d: change(closes, 7),
    return30d: change(closes, 30),
    donchian20: lastValue(donchianState(high, low, close, 20)),
    rsi14: lastValue(rsi(close, 14)),
  }
}

function sigmaOf(closes: readonly number[]): number | null {
  if (closes.length < 31) return null
  const steps = closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? Number.NaN)))
  const daily = deviation(steps)
  return daily === null ? null : daily * Math.sqrt(365)
}

function average(closes: readonly number[], days: number): number | null {
  return closes.length < days ? null : mean(closes.slice(-days))
}

function change(closes: readonly number[], days: number): number | null {
  const now = closes.at(-1)
  const then = closes.at(-1 - days)
  return now === undefined || then === undefined ? null : now / then - 1
}
