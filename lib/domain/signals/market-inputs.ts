import type { EtfFlowDay } from "@/lib/domain/flows/etf-flow"
import { type Candle, type Interval, intervalMs } from "@/lib/domain/market/candle"
import type { Provenance } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import type { FundingAt, LongShortAt, OpenInterestAt, TakerFlowAt } from "@/lib/domain/market/venue-totals"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/**
 * The points of each series. Its name contains the unit; `atMs` is an instant, the start of an hour or 00:00 UTC of a
 * day. Derivatives have the points of every venue; a view sums them.
 */
type Points = {
  readonly fearGreed: { readonly atMs: number; readonly index: number }
  /** Settled rates, in percent per 8 h. */
  readonly funding: FundingAt
  readonly openInterest: OpenInterestAt
  /** Accounts that are long per account that is short. */
  readonly longShort: LongShortAt
  /** Market orders of the hour that begins at `atMs`. */
  readonly takerFlow: TakerFlowAt
  /** Coinbase over other venues, in percent. */
  readonly coinbasePremium: { readonly atMs: number; readonly premiumPct: number }
  readonly etfFlows: EtfFlowDay
  readonly vix: { readonly atMs: number; readonly value: number }
  readonly dxy: { readonly atMs: number; readonly value: number }
  /** Yield in percent. */
  readonly us10y: { readonly atMs: number; readonly value: number }
  readonly spx: { readonly atMs: number; readonly value: number }
  readonly stablecoins: { readonly atMs: number; readonly supplyUsd: number }
}

export type SeriesName = keyof Points
export type CandlesName = "days" | "fourHours" | "hours"
export type InputName = CandlesName | SeriesName

/** The names of all inputs, in the order in which answers list them. */
export const INPUT_NAMES = [
  "days",
  "fourHours",
  "hours",
  "fearGreed",
  "funding",
  "openInterest",
  "longShort",
  "takerFlow",
  "coinbasePremium",
  "etfFlows",
  "vix",
  "dxy",
  "us10y",
  "spx",
  "stablecoins",
] as const satisfies readonly InputName[]

/** `null`: nothing within its maximum age, or not connected. */
export type Input<T> = (Provenance & { readonly value: readonly T[] }) | null

/** Everything that indicators may read of one coin. */
export type MarketInputs = { readonly [Name in CandlesName]: Input<Candle> } & {
  readonly [Name in SeriesName]: Input<Points[Name]>
}

/** Everything beside candles. */
export type SeriesInputs = Omit<MarketInputs, CandlesName>

/** Source of all inputs except candles. It never rejects. */
export type SeriesFeed = {
  read(coin: Coin): Promise<SeriesInputs>
  /** Every venue of open interest that the profile allows. Absent: those that answer. */
  readonly interestVenues?: readonly string[]
}

/** For sources with only some inputs: `{ ...NO_INPUTS, days }`. */
export const NO_INPUTS: MarketInputs = {
  days: null,
  fourHours: null,
  hours: null,
  fearGreed: null,
  funding: null,
  openInterest: null,
  longShort: null,
  takerFlow: null,
  coinbasePremium: null,
  etfFlows: null,
  vix: null,
  dxy: null,
  us10y: null,
  spx: null,
  stablecoins: null,
}

export const intervalOf = { days: "1d", fourHours: "4h", hours: "1h" } as const satisfies Record<CandlesName, Interval>

/** Names of missing inputs in answers. */
export const inputLabels = {
  days: "daily candles",
  fourHours: "4-hour candles",
  hours: "hourly candles",
  fearGreed: "fear & greed index",
  funding: "funding rates",
  openInterest: "open interest",
  longShort: "long/short ratio",
  takerFlow: "taker volume",
  coinbasePremium: "Coinbase premium",
  etfFlows: "ETF flows",
  vix: "VIX",
  dxy: "dollar index",
  us10y: "10-year yield",
  spx: "S&P 500",
  stablecoins: "stablecoin supply",
} as const satisfies Record<InputName, string>

/** FRED publishes a day's yield on the afternoon of the next day. The same delay holds for every source. */
export const US10Y_KNOWN_AFTER_MS = 2 * DAY_MS

export type KnownSeries = { readonly [Name in SeriesName]: readonly Points[Name][] }

/**
 * The points of every series that were known at `timeMs`, oldest first.
 *
 * The value of an hour or day is known after its end; fund flows are final in the US morning after. Live answers and replays
 * use the same rule. `publishedSeries` removes values that were published later.
 */
export function knownSeries(inputs: MarketInputs, timeMs: number): KnownSeries {
  const known = <Point extends { readonly atMs: number }>(input: Input<Point>, afterMs: number): readonly Point[] =>
    (input?.value ?? [])
      .filter(({ atMs }) => atMs + afterMs <= timeMs)
      .toSorted((earlier, later) => earlier.atMs - later.atMs)
  return {
    fearGreed: known(inputs.fearGreed, 0),
    funding: known(inputs.funding, 0),
    openInterest: known(inputs.openInterest, 0),
    longShort: known(inputs.longShort, 0),
    takerFlow: known(inputs.takerFlow, HOUR_MS),
    coinbasePremium: known(inputs.coinbasePremium, 0),
    etfFlows: known(inputs.etfFlows, 36 * HOUR_MS).filter(({ isFinal }) => isFinal),
    vix: known(inputs.vix, DAY_MS),
    dxy: known(inputs.dxy, DAY_MS),
    us10y: known(inputs.us10y, US10Y_KNOWN_AFTER_MS),
    spx: known(inputs.spx, DAY_MS),
    stablecoins: known(inputs.stablecoins, DAY_MS),
  }
}

/** The last close of candles, `null` without one. */
export function lastClose(openTimeMs: Float64Array, name: CandlesName): number | null {
  const open = openTimeMs.at(-1)
  return open === undefined ? null : open + intervalMs[intervalOf[name]]
}
