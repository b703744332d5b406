import type { z } from "zod"
import type { Clock } from "@/lib/domain/clock"
import { intervalMs } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import {
  basisPctOf,
  type FundingPoint,
  type LongShortPoint,
  type OpenInterestPoint,
  type QuotePoint,
  type TakerFlowPoint,
  toPredictedPct,
} from "@/lib/market/sources/wire/derivatives"
import type { ValidRows } from "@/lib/market/sources/wire/valid-rows"
import { firstRow, toSeries, type Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { getOkx, OKX_HOST as HOST } from "./get-okx"
import {
  FundingHistoryAnswer,
  FundingRateAnswer,
  IndexAnswer,
  LongShortAnswer,
  MarkPriceAnswer,
  OpenInterestHistoryAnswer,
  TakerVolumeAnswer,
} from "./schema"
import { toFundingHistory, toLongShortPoint, toOpenInterestPoint, toTakerFlowPoint } from "./to-derivatives"

/** Period of the trading statistics. */
type Period = "1h" | "1d"
const periodOf = { "1h": "1H", "1d": "1Dutc" } as const satisfies Record<Period, string>

/** Prices of different minutes have no basis. */
const MAX_APART_MS = 60_000

type Ports = { readonly http: SourceClient; readonly clock: Clock }
type Answer<Row> = z.ZodType<{ data: ValidRows<Row> }>

/**
 * Perpetual swaps against USDT: funding, open interest, account ratio, taker flow.
 *
 * @see https://www.okx.com/docs-v5/en/#trading-statistics-rest-api
 */
export function createOkxSwapSource({ http, clock }: Ports) {
  async function rows<Row>(path: string, coin: Coin, query: string, schema: Answer<Row>): Promise<ValidRows<Row>> {
    return (await getOkx(http, `${path}?instId=${coin}-USDT-SWAP${query}`, schema)).data
  }

  return {
    name: "okx",
    license: licenseOf("okx"),
    /** Three requests: the mark price, the index, and the rate of the next settlement. */
    async quote(coin: Coin): Promise<QuotePoint> {
      const [mark, index, rate] = await Promise.all([
        rows("public/mark-price", coin, "&instType=SWAP", MarkPriceAnswer),
        getOkx(http, `market/index-tickers?instId=${coin}-USDT`, IndexAnswer).then(({ data }) => data),
        rows("public/funding-rate", coin, "", FundingRateAnswer),
      ])
      const { markPx, ts } = firstRow(HOST, mark)
      const { idxPx, ts: indexAtMs } = firstRow(HOST, index)
      if (Math.abs(ts - indexAtMs) > MAX_APART_MS) {
        const message = `${HOST} sent a mark price and an index of different times.`
        throw new SourceUnavailableError({ kind: "stale", host: HOST, message })
      }
      const { fundingRate, fundingTime, nextFundingTime } = firstRow(HOST, rate)
      const isNext = fundingTime > ts
      return {
        atMs: ts,
        basisPct: basisPctOf(markPx, idxPx),
        predictedPctPer8h: isNext ? toPredictedPct(fundingRate, (nextFundingTime - fundingTime) / HOUR_MS) : null,
      }
    },
    /** The last 100 settlements: 33 days at 8 h. */
    async fundingHistory(coin: Coin): Promise<Series<FundingPoint>> {
      const read = await rows("public/funding-rate-history", coin, "&limit=100", FundingHistoryAnswer)
      return toSeries(HOST, toFundingHistory(read.rows), read.droppedRows)
    },
    /** The last 100 periods. */
    async openInterestHistory(coin: Coin, period: Period): Promise<Series<OpenInterestPoint>> {
      const path = "rubik/stat/contracts/open-interest-history"
      const read = await rows(path, coin, `&period=${periodOf[period]}&limit=100`, OpenInterestHistoryAnswer)
      return toSeries(HOST, read.rows.map(toOpenInterestPoint), read.droppedRows)
    },
    /** The last 100 periods. */
    async longShort(coin: Coin, period: Period): Promise<Series<LongShortPoint>> {
      const path = "rubik/stat/contracts/long-short-account-ratio-contract"
      const read = await rows(path, coin, `&period=${periodOf[period]}&limit=100`, LongShortAnswer)
      return toSeries(HOST, read.rows.map(toLongShortPoint), read.droppedRows)
    },
    /** The last periods that are over, at most 100. */
    async takerFlow(coin: Coin, period: Period): Promise<Series<TakerFlowPoint>> {
      const path = "rubik/stat/taker-volume-contract"
      const read = await rows(path, coin, `&period=${periodOf[period]}&unit=0&limit=100`, TakerVolumeAnswer)
      const points = read.rows.map(toTakerFlowPoint)
      // The newest period may still be open at the venue, whatever our clock says.
      const newestMs = Math.max(...points.map(({ atMs }) => atMs))
      const over = points.filter(({ atMs }) => atMs < newestMs && atMs + intervalMs[period] <= clock())
      return toSeries(HOST, over, read.droppedRows)
    },
  }
}
