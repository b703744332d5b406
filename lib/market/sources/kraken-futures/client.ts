import type { Clock } from "@/lib/domain/clock"
import { type Candle, intervalMs, type Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { breakerOf, type BreakerState } from "@/lib/outbound/circuit-breaker"
import { SourceMalformedError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import {
  closedCandles,
  joinPages,
  splitRange,
  toCandlePage,
  type CandlePage,
  type TimeRange,
} from "@/lib/market/sources/wire/candle-page"
import {
  basisPctOf,
  type FundingPoint,
  type LiquidationPoint,
  type LongShortPoint,
  type OpenInterestPoint,
  type QuotePoint,
  type TakerFlowPoint,
  toFundingPoints,
  toPctPer8h,
} from "@/lib/market/sources/wire/derivatives"
import { toPriceTick, type PriceTick } from "@/lib/market/sources/wire/price-tick"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { type Series, toSeries } from "@/lib/market/sources/wire/series"
import { Analytics, Candles, FundingRates, type KrakenFuturesCandle, Quote, Ticker } from "./schema"

const HOST = "futures.kraken.com"
const CHARTS = `https://${HOST}/api/charts/v1`
const API = `https://${HOST}/derivatives/api`
const MAX_CANDLES = 2_000
const HISTORY_DAYS = 31

const contractOf = { BTC: "PF_XBTUSD", ETH: "PF_ETHUSD", SOL: "PF_SOLUSD" } as const satisfies Record<Coin, string>

type Ports = { readonly http: SourceClient; readonly clock: Clock }
type Period = "1h" | "1d"
type Value = { readonly atMs: number; readonly value: number }

/**
 * Perpetual contracts in dollars, one coin each. Free without a key, also for addresses in the United States.
 *
 * @see https://docs.kraken.com/api/docs/futures-api/charts/candles
 * @see https://docs.kraken.com/api-reference/analytics/market-analytics
 */
export function createKrakenFuturesSource({ http, clock }: Ports) {
  async function candlePage(
    coin: Coin,
    interval: Interval,
    range: TimeRange,
    price: "trade" | "mark" | "spot" = "trade",
  ): Promise<CandlePage> {
    const [from, to] = [Math.floor(range.fromMs / 1000), Math.ceil(range.toMs / 1000)]
    const url = `${CHARTS}/${price}/${contractOf[coin]}/${interval}?from=${from}&to=${to}`
    const { rows, droppedRows } = (await http.getJson(url, { schema: Candles })).candles
    return toCandlePage({ host: HOST, interval, range, nowMs: clock(), candles: rows.map(toCandle), droppedRows })
  }

  /**
   * The closes of a series at the end of each period. The newest period is still open. When it should have closed, the venue's
   * clock or data is behind, and the value is not that of the close, so it is left out.
   */
  async function analytics(
    coin: Coin,
    series: string,
    period: Period,
    spanMs = (period === "1h" ? 4 : HISTORY_DAYS) * DAY_MS,
  ): Promise<readonly Value[]> {
    const [from, to] = [clock() - spanMs, clock()].map((ms) => Math.floor(ms / 1000))
    const query = `since=${from}&to=${to}&interval=${intervalMs[period] / 1000}`
    const url = `${CHARTS}/analytics/${contractOf[coin]}/${series}?${query}`
    const { timestamp, data } = (await http.getJson(url, { schema: Analytics })).result
    if (timestamp.length !== data.length) {
      throw new SourceMalformedError({ kind: "schema", host: HOST, message: `${HOST} sent times without values.` })
    }
    const times = timestamp.map((seconds) => seconds * 1000)
    const nowMs = clock()
    const newestMs = Math.max(...times.filter((atMs) => atMs <= nowMs))
    const lastMs = newestMs + intervalMs[period] <= nowMs ? newestMs - 1 : nowMs
    return times.flatMap((atMs, index): Value[] => {
      const value = data[index] ?? null
      return value === null || atMs > lastMs ? [] : [{ atMs, value }]
    })
  }

  /** Values are dated at the end of their period, because they are closes; the open period at this moment. */
  function atClose(values: readonly Value[], period: Period): readonly Value[] {
    return values.map(({ atMs, value }) => ({ atMs: Math.min(atMs + intervalMs[period], clock()), value }))
  }

  return {
    name: "kraken-futures",
    license: licenseOf("kraken-futures"),
    async candles(coin: Coin, interval: Interval, range: TimeRange): Promise<CandlePage> {
      const pages: CandlePage[] = []
      for (const piece of splitRange(range, interval, MAX_CANDLES)) pages.push(await candlePage(coin, interval, piece))
      return joinPages(pages)
    },
    async price(coin: Coin): Promise<PriceTick> {
      const { ticker } = await http.getJson(`${API}/v3/tickers/${contractOf[coin]}`, { schema: Ticker })
      return toPriceTick(HOST, ticker.last, Date.parse(ticker.lastTime))
    },
    /** Hourly rates since `fromMs` in percent per 8 h. */
    async fundingHistory(coin: Coin, fromMs: number): Promise<Series<FundingPoint>> {
      const url = `${API}/v4/historicalfundingrates?symbol=${contractOf[coin]}`
      const { rows, droppedRows } = (await http.getJson(url, { schema: FundingRates })).rates
      const points = toFundingPoints(
        rows.map(({ timestamp, relativeFundingRate }) => ({
          atMs: Date.parse(timestamp),
          rateRatio: relativeFundingRate,
        })),
        1,
      )
      return toSeries(
        HOST,
        points.filter(({ atMs }) => atMs >= fromMs),
        droppedRows,
      )
    },
    async openInterestHistory(coin: Coin, period: Period): Promise<Series<OpenInterestPoint>> {
      const values = atClose(await analytics(coin, "open-interest", period), period)
      return toSeries(
        HOST,
        values.map(({ atMs, value }) => ({ atMs, openInterestBase: value, openInterestUsd: null })),
        0,
      )
    },
    /** Accounts that are long per account that is short. */
    async longShort(coin: Coin, period: Period): Promise<Series<LongShortPoint>> {
      const values = atClose(await analytics(coin, "long-short-ratio", period), period)
      return toSeries(
        HOST,
        values.map(({ atMs, value }) => ({ atMs, longShortRatio: value })),
        0,
      )
    },
    /** Closed periods. The differential is buys minus sells of market orders; the volume is both. */
    async takerFlow(coin: Coin, period: "1h"): Promise<Series<TakerFlowPoint>> {
      const [differences, volumes] = await Promise.all([
        analytics(coin, "aggressor-differential", period),
        analytics(coin, "trade-volume", period),
      ])
      const volumeAt = new Map(volumes.map(({ atMs, value }) => [atMs, value]))
      const points = differences.flatMap(({ atMs, value }): TakerFlowPoint[] => {
        const volume = volumeAt.get(atMs)
        if (volume === undefined || Math.abs(value) > volume || atMs + intervalMs[period] > clock()) return []
        return [{ atMs, takerBuyBase: (volume + value) / 2, takerSellBase: (volume - value) / 2 }]
      })
      return toSeries(HOST, points, 0)
    },
    /** Coins that were liquidated in each closed hour, both sides together. */
    async liquidations(coin: Coin, spanMs: number): Promise<Series<LiquidationPoint>> {
      const values = await analytics(coin, "liquidation-volume", "1h", spanMs)
      const over = values.filter(({ atMs, value }) => atMs + HOUR_MS <= clock() && value >= 0)
      return toSeries(
        HOST,
        over.map(({ atMs, value }) => ({ atMs, liquidatedBase: value })),
        0,
      )
    },
    /** The basis at the close of each hour from `fromMs`: mark price against index. */
    async basisHistory(coin: Coin, fromMs: number): Promise<Series<QuotePoint>> {
      const range = { fromMs, toMs: clock() }
      const [mark, index] = await Promise.all([
        candlePage(coin, "1h", range, "mark"),
        candlePage(coin, "1h", range, "spot"),
      ])
      const indexAt = new Map(closedCandles(index, "1h").map(({ openTimeMs, closeUsd }) => [openTimeMs, closeUsd]))
      const points = closedCandles(mark, "1h").flatMap(({ openTimeMs, closeUsd }): QuotePoint[] => {
        const indexUsd = indexAt.get(openTimeMs)
        if (indexUsd === undefined) return []
        const atMs = openTimeMs + HOUR_MS
        return [{ atMs, basisPct: basisPctOf(closeUsd, indexUsd), predictedPctPer8h: null }]
      })
      return toSeries(HOST, points, 0)
    },
    /** The contract now. Rates of tickers are dollars a contract and hour. */
    async quote(coin: Coin): Promise<QuotePoint> {
      const { ticker, serverTime } = await http.getJson(`${API}/v3/tickers/${contractOf[coin]}`, { schema: Quote })
      const { markPrice, indexPrice, fundingRatePrediction } = ticker
      return {
        atMs: Date.parse(serverTime),
        basisPct: basisPctOf(markPrice, indexPrice),
        predictedPctPer8h:
          fundingRatePrediction === undefined ? null : toPctPer8h(fundingRatePrediction / indexPrice, 1),
      }
    },
    breaker: (): BreakerState => breakerOf(http.health(), HOST),
  }
}

function toCandle({ time, open, high, low, close, volume }: KrakenFuturesCandle): Candle {
  return {
    openTimeMs: time,
    openUsd: open,
    highUsd: high,
    lowUsd: low,
    closeUsd: close,
    volumeBase: volume,
    takerBuyVolumeBase: null,
  }
}
