import { joinSources, type Provenance } from "@/lib/domain/market/candle-feed"
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
import { closedColumns, type Columns, newestColumns } from "@/lib/domain/market/columns"
import {
  averageFunding,
  averageLongShort,
  sumOpenInterest,
  sumTakerFlow,
  type VenuePart,
} from "@/lib/domain/market/venue-totals"
import { forecastVolatility, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import type { ForecastModel } from "@/lib/domain/volatility/forecast-model"
import {
  type CandlesName,
  type InputName,
  intervalOf,
  type KnownSeries,
  knownSeries,
  lastClose,
  type MarketInputs,
} from "./market-inputs"

/** The newest value of every series that a vote needs, `null` during warm-up. Computed once per call. */
export type MarketView = DailyValues & {
  /** Nothing later than this is in the view. */
  readonly timeMs: number
  readonly days: Columns
  readonly fourHours: Columns
  readonly hours: Columns
  /** Derivatives are totals over their venues. */
  readonly series: KnownSeries
  /** The points of each venue that were known. */
  readonly byVenue: Pick<KnownSeries, keyof VenueParts>
  /** The venues behind the newest value of each total. */
  readonly venues: VenueParts
  /** `null`: the input is absent, or none of it was known yet. */
  readonly known: Readonly<Record<InputName, Provenance | null>>
  readonly close4h: number | null
  readonly percentB4h: number | null
  readonly stochRsi4h: number | null
  readonly volatility: VolatilityForecast | null
}

export type VenueParts = Readonly<Record<"funding" | "openInterest" | "longShort" | "takerFlow", readonly VenuePart[]>>

/** Values of closed days. */
type DailyValues = {
  readonly close: number | null
  readonly rsi: number | null
  readonly mfi: number | null
  readonly cci: number | null
  readonly macdLine: number | null
  readonly macdHistogram: number | null
  readonly percentB1d: number | null
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

/**
 * Number of candles that a view reads, whatever the length of the source: a year of days (300 warm up every recursive
 * indicator to 1e-9), 90 days of 4-hour candles, 61 days of hours.
 */
export const LOOKBACK = { days: 365, fourHours: 540, hours: 61 * 24 } as const satisfies Record<CandlesName, number>

/** The data that were known at `timeMs`. Later data in the inputs are removed first. */
export function viewMarket(inputs: MarketInputs, timeMs: number, model?: ForecastModel): MarketView {
  const [days, fourHours, hours] = [
    candlesAt(inputs, "days", timeMs),
    candlesAt(inputs, "fourHours", timeMs),
    candlesAt(inputs, "hours", timeMs),
  ]
  const byVenue = knownSeries(inputs, timeMs)
  const { sums, venues } = sumVenues(inputs, byVenue)
  const series = { ...byVenue, ...sums }
  return {
    timeMs,
    days,
    fourHours,
    hours,
    series,
    byVenue,
    venues,
    known: provenances(inputs, { days, fourHours, hours }, series, venues),
    close4h: lastValue(fourHours.close),
    percentB4h: lastValue(bollinger(fourHours.close, 20, 2).percentB),
    stochRsi4h: lastValue(stochRsi(fourHours.close, 14, 14, 3).k),
    volatility: forecastVolatility({ hours, days }, model),
    ...dailyValues(days),
  }
}

/** Six consecutive closes share the same days. */
const dailyValuesOf = new WeakMap<Columns, DailyValues>()

function dailyValues(days: Columns): DailyValues {
  const known = dailyValuesOf.get(days)
  if (known !== undefined) return known
  const values = computeDailyValues(days)
  dailyValuesOf.set(days, values)
  return values
}

function computeDailyValues(days: Columns): DailyValues {
  const { high, low, close, volume } = days
  const { line, histogram } = macd(close, 12, 26, 9)
  const directional = adx(high, low, close, 14)
  return {
    close: lastValue(close),
    rsi: lastValue(rsi(close, 14)),
    mfi: lastValue(mfi(high, low, close, volume, 14)),
    cci: lastValue(cci(high, low, close, 20)),
    macdLine: lastValue(line),
    macdHistogram: lastValue(histogram),
    percentB1d: lastValue(bollinger(close, 20, 2).percentB),
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

/** Change over the last `bars` closes as a fraction; `null` without them. */
export function returnOver(close: Float64Array, bars: number): number | null {
  const [now, then] = [lastValue(close), valueAt(close, close.length - 1 - bars)]
  return now === null || then === null || then === 0 ? null : now / then - 1
}

/** The candles that a view of this time reads. */
export function candlesAt(inputs: Pick<MarketInputs, CandlesName>, name: CandlesName, timeMs: number): Columns {
  return newestColumns(closedColumns(inputs[name]?.value ?? [], intervalOf[name], timeMs), LOOKBACK[name])
}

/** Totals of the points that were known: a venue whose points come later changes nothing before. */
function sumVenues(inputs: MarketInputs, known: KnownSeries) {
  const sourceOf = (name: keyof VenueParts) => inputs[name]?.source ?? ""
  const openInterest = sumOpenInterest(known.openInterest, sourceOf("openInterest"))
  const funding = averageFunding(known.funding, sourceOf("funding"), openInterest.parts)
  const longShort = averageLongShort(known.longShort, sourceOf("longShort"), openInterest.parts)
  const takerFlow = sumTakerFlow(known.takerFlow, sourceOf("takerFlow"))
  return {
    sums: {
      openInterest: openInterest.series,
      funding: funding.series,
      longShort: longShort.series,
      takerFlow: takerFlow.series,
    },
    venues: {
      openInterest: openInterest.parts,
      funding: funding.parts,
      longShort: longShort.parts,
      takerFlow: takerFlow.parts,
    },
  }
}

function provenances(
  inputs: MarketInputs,
  candles: Readonly<Record<CandlesName, Columns>>,
  series: KnownSeries,
  venues: VenueParts,
): MarketView["known"] {
  const from = (name: InputName, asOfMs: number | null | undefined): Provenance | null => {
    const source = inputs[name]?.source
    return source === undefined || asOfMs === null || asOfMs === undefined ? null : { asOfMs, source }
  }
  const ofVenues = (name: keyof VenueParts): Provenance | null => {
    const asOfMs = series[name].at(-1)?.atMs
    return asOfMs === undefined ? null : { asOfMs, source: joinSources(venues[name].map(({ venue }) => venue)) }
  }
  const ofCandles = (name: CandlesName) => from(name, lastClose(candles[name].openTimeMs, name))
  const ofSeries = (name: keyof KnownSeries) => from(name, series[name].at(-1)?.atMs)
  return {
    days: ofCandles("days"),
    fourHours: ofCandles("fourHours"),
    hours: ofCandles("hours"),
    fearGreed: ofSeries("fearGreed"),
    funding: ofVenues("funding"),
    openInterest: ofVenues("openInterest"),
    longShort: ofVenues("longShort"),
    takerFlow: ofVenues("takerFlow"),
    coinbasePremium: ofSeries("coinbasePremium"),
    etfFlows: ofSeries("etfFlows"),
    vix: ofSeries("vix"),
    dxy: ofSeries("dxy"),
    us10y: ofSeries("us10y"),
    spx: ofSeries("spx"),
    stablecoins: ofSeries("stablecoins"),
  }
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
