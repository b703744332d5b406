import type { z } from "zod"
import type { Coin } from "@/lib/domain/market/coin"
import type { SourceClient } from "@/lib/outbound/source-client"
import { readBinanceError } from "@/lib/market/sources/binance/schema"
import {
  basisPctOf,
  type FundingPoint,
  type LongShortPoint,
  type OpenInterestPoint,
  type QuotePoint,
  type TakerFlowPoint,
  toPctPer8h,
} from "@/lib/market/sources/wire/derivatives"
import { toSeries, type Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { AccountRatios, FundingRates, OpenInterestHistory, PremiumIndex, TakerVolumes } from "./schema"
import { toFundingHistory, toLongShortPoint, toOpenInterestPoint, toTakerFlowPoint } from "./to-derivatives"

const HOST = "fapi.binance.com"

type Period = "1h" | "1d"

/**
 * USDⓈ-M perpetual contracts. Blocked in some countries, including the United States.
 *
 * @see https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api
 */
export function createBinanceFuturesSource({ http }: { readonly http: SourceClient }) {
  function ask<T>(path: string, coin: Coin, query: string, schema: z.ZodType<T>): Promise<T> {
    const url = `https://${HOST}/${path}?symbol=${coin}USDT${query}`
    return http.getJson(url, { schema, readError: readBinanceError })
  }

  return {
    name: "binance-futures",
    license: licenseOf("binance-futures"),
    /** The rate of the next settlement is that of eight hours for the coins that are read here. */
    async quote(coin: Coin): Promise<QuotePoint> {
      const { markPrice, indexPrice, lastFundingRate, time } = await ask("fapi/v1/premiumIndex", coin, "", PremiumIndex)
      const predictedPctPer8h = toPctPer8h(lastFundingRate, 8)
      return { atMs: time, basisPct: basisPctOf(markPrice, indexPrice), predictedPctPer8h }
    },
    /** The last 100 settlements. */
    async fundingHistory(coin: Coin): Promise<Series<FundingPoint>> {
      const { rows, droppedRows } = await ask("fapi/v1/fundingRate", coin, "&limit=100", FundingRates)
      return toSeries(HOST, toFundingHistory(rows), droppedRows)
    },
    /** The last 100 periods, 30 days at most. */
    async openInterestHistory(coin: Coin, period: Period): Promise<Series<OpenInterestPoint>> {
      const path = "futures/data/openInterestHist"
      const { rows, droppedRows } = await ask(path, coin, `&period=${period}&limit=100`, OpenInterestHistory)
      return toSeries(HOST, rows.map(toOpenInterestPoint), droppedRows)
    },
    /** The last 100 periods, 30 days at most. */
    async longShort(coin: Coin, period: Period): Promise<Series<LongShortPoint>> {
      const path = "futures/data/globalLongShortAccountRatio"
      const { rows, droppedRows } = await ask(path, coin, `&period=${period}&limit=100`, AccountRatios)
      return toSeries(HOST, rows.map(toLongShortPoint), droppedRows)
    },
    /** The last 100 periods, 30 days at most. */
    async takerFlow(coin: Coin, period: Period): Promise<Series<TakerFlowPoint>> {
      const path = "futures/data/takerlongshortRatio"
      const { rows, droppedRows } = await ask(path, coin, `&period=${period}&limit=100`, TakerVolumes)
      return toSeries(HOST, rows.map(toTakerFlowPoint), droppedRows)
    },
  }
}
