import type { Clock } from "@/lib/domain/clock"
import type { Interval } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { breakerOf, type BreakerState } from "@/lib/outbound/circuit-breaker"
import type { SourceClient } from "@/lib/outbound/source-client"
import {
  joinPages,
  splitRange,
  toCandlePage,
  type CandlePage,
  type TimeRange,
} from "@/lib/market/sources/wire/candle-page"
import { toPriceTick, type PriceTick } from "@/lib/market/sources/wire/price-tick"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { Klines, readBinanceError, TickerPrices } from "./schema"
import { toCandle } from "./to-candle"

/** The market-data-only mirror: no key, no futures, no geographic block. */
const HOST = "data-api.binance.vision"
const MAX_KLINES = 1000

const symbolOf = { BTC: "BTCUSDT", ETH: "ETHUSDT", SOL: "SOLUSDT" } as const satisfies Record<Coin, string>

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Spot candles and prices against USDT.
 *
 * @see https://github.com/binance/binance-spot-api-docs/blob/master/faqs/market_data_only.md
 */
export function createBinanceSource({ http, clock }: Ports) {
  async function page(coin: Coin, interval: Interval, range: TimeRange): Promise<CandlePage> {
    const url = `https://${HOST}/api/v3/klines?symbol=${symbolOf[coin]}&interval=${interval}`
    const query = `&startTime=${range.fromMs}&endTime=${range.toMs - 1}&limit=${MAX_KLINES}`
    const { rows, droppedRows } = await http.getJson(url + query, { schema: Klines, readError: readBinanceError })
    return toCandlePage({ host: HOST, interval, range, nowMs: clock(), candles: rows.map(toCandle), droppedRows })
  }

  return {
    name: "binance",
    license: licenseOf("binance"),
    async candles(coin: Coin, interval: Interval, range: TimeRange): Promise<CandlePage> {
      const pages: CandlePage[] = []
      for (const piece of splitRange(range, interval, MAX_KLINES)) pages.push(await page(coin, interval, piece))
      return joinPages(pages)
    },
    /** The response has no timestamp, so `asOfMs` is the time of the request. */
    async price(coin: Coin): Promise<PriceTick> {
      const asOfMs = clock()
      const symbols = encodeURIComponent(JSON.stringify(COINS.map((each) => symbolOf[each])))
      const url = `https://${HOST}/api/v3/ticker/price?symbols=${symbols}`
      const prices = await http.getJson(url, { schema: TickerPrices, readError: readBinanceError })
      const priceUsd = prices.find((each) => each.symbol === symbolOf[coin])?.price
      return toPriceTick(HOST, priceUsd, asOfMs)
    },
    breaker: (): BreakerState => breakerOf(http.health(), HOST),
  }
}
