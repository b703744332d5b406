import type { Clock } from "@/lib/domain/clock"
import { intervalMs, type Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { BreakerState } from "@/lib/outbound/circuit-breaker"
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
import { getOkx, OKX_HOST as HOST, okxBreaker } from "./get-okx"
import { CandleAnswer, TickerAnswer } from "./schema"
import { isRunning, toCandle } from "./to-candle"

const MAX_CANDLES = 300
/** This endpoint keeps only the newest bars, so a longer range is truncated. */
const DEPTH_CANDLES = 1440

/** Bars of six hours and more open at 00:00 UTC+8 unless `utc` is asked for. */
const barOf = { "1h": "1H", "4h": "4H", "1d": "1Dutc" } as const satisfies Record<Interval, string>

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Spot candles and prices against USDT.
 *
 * @see https://www.okx.com/docs-v5/en/#order-book-trading-market-data-get-candlesticks
 */
export function createOkxSource({ http, clock }: Ports) {
  async function page(coin: Coin, interval: Interval, range: TimeRange): Promise<CandlePage> {
    const path = `market/candles?instId=${coin}-USDT&bar=${barOf[interval]}`
    // Both ends are exclusive: `after` asks for older bars, `before` for newer ones.
    const query = `&after=${range.toMs}&before=${range.fromMs - 1}&limit=${MAX_CANDLES}`
    const { data } = await getOkx(http, path + query, CandleAnswer)
    const candles = data.rows.map(toCandle)
    // The page includes the open candle, which proves that the previous one is closed.
    const all = toCandlePage({ host: HOST, interval, range, nowMs: clock(), candles, droppedRows: data.droppedRows })
    const running = new Set(data.rows.filter(isRunning).map(([openTimeMs]) => openTimeMs))
    return { ...all, candles: all.candles.filter(({ openTimeMs }) => !running.has(openTimeMs)) }
  }

  return {
    name: "okx",
    license: licenseOf("okx"),
    async candles(coin: Coin, interval: Interval, { fromMs, toMs }: TimeRange): Promise<CandlePage> {
      const oldestMs = clock() - DEPTH_CANDLES * intervalMs[interval]
      const range = { fromMs: Math.max(fromMs, oldestMs), toMs }
      const pages: CandlePage[] = []
      for (const piece of splitRange(range, interval, MAX_CANDLES)) pages.push(await page(coin, interval, piece))
      return joinPages(pages)
    },
    async price(coin: Coin): Promise<PriceTick> {
      const { data } = await getOkx(http, `market/ticker?instId=${coin}-USDT`, TickerAnswer)
      return toPriceTick(HOST, data.rows[0]?.last, data.rows[0]?.ts ?? 0)
    },
    breaker: (): BreakerState => okxBreaker(http),
  }
}
