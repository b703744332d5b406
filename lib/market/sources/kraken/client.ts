import type { Clock } from "@/lib/domain/clock"
import { intervalMs, type Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { VenueBook } from "@/lib/domain/risk/order-book"
import { breakerOf, type BreakerState } from "@/lib/outbound/circuit-breaker"
import type { SourceClient } from "@/lib/outbound/source-client"
import { closedCandles, toCandlePage, type CandlePage, type TimeRange } from "@/lib/market/sources/wire/candle-page"
import type { HourlyValue } from "@/lib/market/sources/wire/hourly-value"
import { toPriceTick, type PriceTick } from "@/lib/market/sources/wire/price-tick"
import { toSeries, type Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { Depth, Ohlc, readKrakenError, Ticker } from "./schema"
import { toCandle } from "./to-candle"

const HOST = "api.kraken.com"

/** PAX Gold: a token for a troy ounce. */
const GOLD_PAIR = "PAXGUSD"

const pairOf = { BTC: "XBTUSD", ETH: "ETHUSD", SOL: "SOLUSD" } as const satisfies Record<Coin, string>

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Spot candles and prices against the dollar. Only the newest 720 candles are available, so a longer range is truncated.
 *
 * @see https://docs.kraken.com/api/docs/rest-api/get-ohlc-data
 */
export function createKrakenSource({ http, clock }: Ports) {
  async function ohlc(pair: string, interval: Interval, range: TimeRange): Promise<CandlePage> {
    const url = `https://${HOST}/0/public/OHLC?pair=${pair}&interval=${intervalMs[interval] / 60_000}`
    // `since` excludes its own second.
    const since = Math.floor(range.fromMs / 1000) - 1
    const { result } = await http.getJson(`${url}&since=${since}`, { schema: Ohlc, readError: readKrakenError })
    const { rows, droppedRows } = result
    return toCandlePage({ host: HOST, interval, range, nowMs: clock(), candles: rows.map(toCandle), droppedRows })
  }

  return {
    name: "kraken",
    license: licenseOf("kraken"),
    maxCandles: 720,
    candles: (coin: Coin, interval: Interval, range: TimeRange) => ohlc(pairOf[coin], interval, range),
    /** Hourly closes of the gold token in dollars from `fromMs` on, as far as they reach. */
    async goldHours(fromMs: number): Promise<Series<HourlyValue>> {
      const page = await ohlc(GOLD_PAIR, "1h", { fromMs, toMs: clock() })
      const closes = closedCandles(page, "1h").map(({ openTimeMs, closeUsd }) => ({
        atMs: openTimeMs + intervalMs["1h"],
        value: closeUsd,
      }))
      return toSeries(HOST, closes, page.droppedRows)
    },
    /** The response has no timestamp, so `asOfMs` is the time of the request. */
    async price(coin: Coin): Promise<PriceTick> {
      const asOfMs = clock()
      const url = `https://${HOST}/0/public/Ticker?pair=${pairOf[coin]}`
      const { result } = await http.getJson(url, { schema: Ticker, readError: readKrakenError })
      return toPriceTick(HOST, result.c[0], asOfMs)
    },
    /** Up to 500 prices on each side of the spot book. The answer has no time of its own, so it is that of the request. */
    async book(coin: Coin): Promise<VenueBook> {
      const atMs = clock()
      const url = `https://${HOST}/0/public/Depth?pair=${pairOf[coin]}&count=500`
      const { result } = await http.getJson(url, { schema: Depth, readError: readKrakenError })
      const levels = (rows: typeof result.bids.rows) => rows.map(([priceUsd, sizeBase]) => ({ priceUsd, sizeBase }))
      return { venue: "kraken", atMs, bids: levels(result.bids.rows), asks: levels(result.asks.rows) }
    },
    breaker: (): BreakerState => breakerOf(http.health(), HOST),
  }
}
