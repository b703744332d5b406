import type { Provenance } from "@/lib/domain/market/candle-feed"
import { type Candle, isClosed } from "@/lib/domain/market/candle"
import { REGIME_DAYS } from "@/lib/domain/regime/regime"
import {
  type CandlesName,
  type Input,
  intervalOf,
  knownSeries,
  type MarketInputs,
  type SeriesName,
} from "./market-inputs"
import { LOOKBACK } from "./market-view"

/** Candles that are kept: the view's, and the days of the regime. */
export const KEPT = { ...LOOKBACK, days: Math.max(LOOKBACK.days, REGIME_DAYS) } as const

/** The inputs that a view and a regime at `timeMs` read. With these alone both are the same at any later time. */
export function inputsAsOf(inputs: MarketInputs, timeMs: number): MarketInputs {
  const series = knownSeries(inputs, timeMs)
  const candles = (name: CandlesName) => only(inputs[name], seenCandles(inputs[name]?.value ?? [], name, timeMs))
  const points = <Name extends SeriesName>(name: Name) => only(inputs[name], series[name])
  return {
    days: candles("days"),
    fourHours: candles("fourHours"),
    hours: candles("hours"),
    fearGreed: points("fearGreed"),
    funding: points("funding"),
    openInterest: points("openInterest"),
    longShort: points("longShort"),
    takerFlow: points("takerFlow"),
    coinbasePremium: points("coinbasePremium"),
    etfFlows: points("etfFlows"),
    vix: points("vix"),
    dxy: points("dxy"),
    us10y: points("us10y"),
    spx: points("spx"),
    stablecoins: points("stablecoins"),
  }
}

function seenCandles(candles: readonly Candle[], name: CandlesName, timeMs: number): readonly Candle[] {
  return candles.filter((candle) => isClosed(candle, intervalOf[name], timeMs)).slice(-KEPT[name])
}

function only<T>(input: Provenance | null, value: readonly T[]): Input<T> {
  return input === null || value.length === 0 ? null : { value, asOfMs: input.asOfMs, source: input.source }
}
