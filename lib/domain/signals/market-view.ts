import { adx } from "@/lib/domain/indicators/adx"
import { atr } from "@/lib/domain/indicators/atr"
import { bollinger } from "@/lib/domain/indicators/bollinger"
import { cci } from "@/lib/domain/indicators/cci"
import { donchianState } from "@/lib/domain/indicators/donchian-state"
import { ema } from "@/lib/domain/indicators/ema"
import { macd } from "@/lib/domain/indicators/macd"
import { mfi } from "@/lib/domain/indicators/mfi"
import { obv } from "@/lib/domain/indicators/obv"
import { rsi } from "@/lib/domain/indicators/rsi"
import { lastValue, valueAt } from "@/lib/domain/indicators/series"
import { sma } from "@/lib/domain/indicators/sma"
import { stochRsi } from "@/lib/domain/indicators/stoch-rsi"
import type { Candle } from "@/lib/domain/market/candle"
import { closedColumns, type Columns } from "@/lib/domain/market/columns"

/** What the engine may read: candles that were closed at `nowMs`, nothing later. */
export type MarketInputs = {
  readonly nowMs: number
  readonly days: readonly Candle[]
  readonly fourHours: readonly Candle[]
  readonly hours: readonly Candle[]
}

/** The newest value of every series that a vote needs; `null` while it warms up. Computed once per question. */
export type MarketView = {
  readonly days: Columns
  readonly fourHours: Columns
  readonly hours: Columns
  readonly close: number | null
  readonly rsi: number | null
  readonly mfi: number | null
  readonly cci: number | null
  readonly macdLine: number | null
  readonly macdHistogram: number | null
  readonly percentB4h: number | null
  readonly percentB1d: number | null
  readonly stochRsi4h: number | null
  readonly obvSlope: number | null
  readonly ema20: number | null
  readonly ema50: number | null
  readonly sma50: number | null
  readonly sma200: number | null
  readonly atr: number | null
  readonly adx: number | null
  readonly plusDi: number | null
  readonly minusDi: number | null
  readonly donchian: number | null
  /** Standard deviation of daily log returns over 30 days. */
  readonly sigma30: number | null
}

export function viewMarket({ nowMs, ...candles }: MarketInputs): MarketView {
  const days = closedColumns(candles.days, "1d", nowMs)
  const fourHours = closedColumns(candles.fourHours, "4h", nowMs)
  const hours = closedColumns(candles.hours, "1h", nowMs)
  const { high, low, close, volume } = days
  const { line, histogram } = macd(close, 12, 26, 9)
  const directional = adx(high, low, close, 14)
  return {
    days,
    fourHours,
    hours,
    close: lastValue(close),
    rsi: lastValue(rsi(close, 14)),
    mfi: lastValue(mfi(high, low, close, volume, 14)),
    cci: lastValue(cci(high, low, close, 20)),
    macdLine: lastValue(line),
    macdHistogram: lastValue(histogram),
    percentB4h: lastValue(bollinger(fourHours.close, 20, 2).percentB),
    percentB1d: lastValue(bollinger(close, 20, 2).percentB),
    stochRsi4h: lastValue(stochRsi(fourHours.close, 14, 14, 3).k),
    obvSlope: obvSlope(days),
    ema20: lastValue(ema(close, 20)),
    ema50: lastValue(ema(close, 50)),
    sma50: lastValue(sma(close, 50)),
    sma200: lastValue(sma(close, 200)),
    atr: lastValue(atr(high, low, close, 14)),
    adx: lastValue(directional.adx),
    plusDi: lastValue(directional.plusDi),
    minusDi: lastValue(directional.minusDi),
    donchian: lastValue(donchianState(high, low, close, 20)),
    sigma30: sigmaOf(close, 30),
  }
}

/** Change over the last `days` closes as a fraction; `null` without them. */
export function returnOver(close: Float64Array, days: number): number | null {
  const [now, then] = [lastValue(close), valueAt(close, close.length - 1 - days)]
  return now === null || then === null || then === 0 ? null : now / then - 1
}

/** On-balance volume gained in 30 days as a share of the volume traded in them. */
function obvSlope({ close, volume }: Columns): number | null {
  if (close.length <= 30) return null
  const balance = obv(close, volume)
  const [now, then] = [lastValue(balance), valueAt(balance, balance.length - 31)]
  const traded = volume.subarray(-30).reduce((sum, value) => sum + value, 0)
  return now === null || then === null ? null : traded === 0 ? 0 : (now - then) / traded
}

function sigmaOf(close: Float64Array, days: number): number | null {
  if (close.length <= days) return null
  const tail = close.subarray(-days - 1)
  const returns = Array.from({ length: days }, (_, i) => Math.log((tail[i + 1] ?? 1) / (tail[i] ?? 1)))
  const mean = returns.reduce((sum, value) => sum + value, 0) / days
  return Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / days)
}
