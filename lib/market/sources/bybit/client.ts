import type { z } from "zod"
import type { Clock } from "@/lib/domain/clock"
import type { Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { breakerOf, type BreakerState } from "@/lib/outbound/circuit-breaker"
import type { SourceClient } from "@/lib/outbound/source-client"
import {
  joinPages,
  splitRange,
  toCandlePage,
  type CandlePage,
  type TimeRange,
} from "@/lib/market/sources/wire/candle-page"
import {
  basisPctOf,
  type FundingPoint,
  type LongShortPoint,
  type OpenInterestPoint,
  type QuotePoint,
  toPredictedPct,
} from "@/lib/market/sources/wire/derivatives"
import { toPriceTick, type PriceTick } from "@/lib/market/sources/wire/price-tick"
import { firstRow, toSeries, type Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import {
  AccountRatioAnswer,
  FundingHistoryAnswer,
  KlineAnswer,
  OpenInterestAnswer,
  QuoteAnswer,
  readBybitError,
  TickerAnswer,
} from "./schema"
import { toCandle } from "./to-candle"
import { toFundingHistory, toLongShortPoint, toOpenInterestPoint } from "./to-derivatives"

const HOST = "api.bybit.com"
const MAX_CANDLES = 1000

const intervalOf = { "1h": "60", "4h": "240", "1d": "D" } as const satisfies Record<Interval, string>

type Period = "1h" | "1d"
type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Spot candles and linear perpetual contracts. Blocked in some countries, including the United States.
 *
 * @see https://bybit-exchange.github.io/docs/v5/market/kline
 */
export function createBybitSource({ http, clock }: Ports) {
  function ask<T>(path: string, query: string, schema: z.ZodType<T>): Promise<T> {
    return http.getJson(`https://${HOST}/v5/market/${path}?${query}`, { schema, readError: readBybitError })
  }

  async function page(coin: Coin, interval: Interval, range: TimeRange): Promise<CandlePage> {
    const market = `category=spot&symbol=${coin}USDT&interval=${intervalOf[interval]}`
    const query = `${market}&start=${range.fromMs}&end=${range.toMs - 1}&limit=${MAX_CANDLES}`
    const { rows, droppedRows } = (await ask("kline", query, KlineAnswer)).result.list
    return toCandlePage({ host: HOST, interval, range, nowMs: clock(), candles: rows.map(toCandle), droppedRows })
  }

  return {
    name: "bybit",
    license: licenseOf("bybit"),
    async candles(coin: Coin, interval: Interval, range: TimeRange): Promise<CandlePage> {
      const pages: CandlePage[] = []
      for (const piece of splitRange(range, interval, MAX_CANDLES)) pages.push(await page(coin, interval, piece))
      return joinPages(pages)
    },
    /** The last trade of the perpetual contract. */
    async price(coin: Coin): Promise<PriceTick> {
      const { result, time } = await ask("tickers", `category=linear&symbol=${coin}USDT`, TickerAnswer)
      return toPriceTick(HOST, firstRow(HOST, result.list).lastPrice, time)
    },
    async quote(coin: Coin): Promise<QuotePoint> {
      const { result, time } = await ask("tickers", `category=linear&symbol=${coin}USDT`, QuoteAnswer)
      const { markPrice, indexPrice, fundingRate, fundingIntervalHour } = firstRow(HOST, result.list)
      return {
        atMs: time,
        basisPct: basisPctOf(markPrice, indexPrice),
        predictedPctPer8h: toPredictedPct(fundingRate, fundingIntervalHour),
      }
    },
    /** The last 200 settlements. */
    async fundingHistory(coin: Coin): Promise<Series<FundingPoint>> {
      const query = `category=linear&symbol=${coin}USDT&limit=200`
      const { rows, droppedRows } = (await ask("funding/history", query, FundingHistoryAnswer)).result.list
      return toSeries(HOST, toFundingHistory(rows), droppedRows)
    },
    /** The last 200 periods. */
    async openInterestHistory(coin: Coin, period: Period): Promise<Series<OpenInterestPoint>> {
      const query = `category=linear&symbol=${coin}USDT&intervalTime=${period}&limit=200`
      const { rows, droppedRows } = (await ask("open-interest", query, OpenInterestAnswer)).result.list
      return toSeries(HOST, rows.map(toOpenInterestPoint), droppedRows)
    },
    /** The last 200 periods. */
    async longShort(coin: Coin, period: Period): Promise<Series<LongShortPoint>> {
      const query = `category=linear&symbol=${coin}USDT&period=${period}&limit=200`
      const { rows, droppedRows } = (await ask("account-ratio", query, AccountRatioAnswer)).result.list
      return toSeries(HOST, rows.map(toLongShortPoint), droppedRows)
    },
    breaker: (): BreakerState => breakerOf(http.health(), HOST),
  }
}
