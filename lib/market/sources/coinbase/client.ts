import type { Clock } from "@/lib/domain/clock"
import { intervalMs, type Interval } from "@/lib/domain/market/candle"
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
import { foldHours } from "@/lib/market/sources/wire/fold-candles"
import { toPriceTick, type PriceTick } from "@/lib/market/sources/wire/price-tick"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { CandleRows, Ticker } from "./schema"
import { toCandle } from "./to-candle"

const HOST = "api.exchange.coinbase.com"
const MAX_CANDLES = 300
const FOUR_HOURS_MS = intervalMs["4h"]

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Spot candles and prices against the dollar. Candles of 4h do not exist here; they are built from hours.
 *
 * @see https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductcandles
 */
export function createCoinbaseSource({ http, clock }: Ports) {
  async function page(coin: Coin, interval: "1h" | "1d", range: TimeRange): Promise<CandlePage> {
    const start = new Date(range.fromMs).toISOString()
    const end = new Date(range.toMs - intervalMs[interval]).toISOString()
    const url = `https://${HOST}/products/${coin}-USD/candles?granularity=${intervalMs[interval] / 1000}`
    const { rows, droppedRows } = await http.getJson(`${url}&start=${start}&end=${end}`, { schema: CandleRows })
    return toCandlePage({ host: HOST, interval, range, nowMs: clock(), candles: rows.map(toCandle), droppedRows })
  }

  async function pages(coin: Coin, interval: "1h" | "1d", range: TimeRange): Promise<CandlePage> {
    const read: CandlePage[] = []
    for (const piece of splitRange(range, interval, MAX_CANDLES)) read.push(await page(coin, interval, piece))
    return joinPages(read)
  }

  return {
    name: "coinbase",
    license: licenseOf("coinbase"),
    async candles(coin: Coin, interval: Interval, range: TimeRange): Promise<CandlePage> {
      if (interval !== "4h") return pages(coin, interval, onGrid(range, intervalMs[interval]))
      const hours = await pages(coin, "1h", onGrid(range, FOUR_HOURS_MS))
      const nowMs = clock()
      const candles = foldHours(hours.candles, nowMs).filter((candle) => candle.openTimeMs + FOUR_HOURS_MS <= nowMs)
      return { ...hours, candles }
    },
    async price(coin: Coin): Promise<PriceTick> {
      const ticker = await http.getJson(`https://${HOST}/products/${coin}-USD/ticker`, { schema: Ticker })
      return toPriceTick(HOST, ticker.price, ticker.time)
    },
    breaker: (): BreakerState => breakerOf(http.health(), HOST),
  }
}

/** The range whose whole candles open within `range`. */
function onGrid({ fromMs, toMs }: TimeRange, stepMs: number): TimeRange {
  return { fromMs: Math.ceil(fromMs / stepMs) * stepMs, toMs: Math.ceil(toMs / stepMs) * stepMs }
}
