import { intervalMs, openTimeOf, type Candle, type Interval } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { DAY_MS } from "@/lib/domain/utc-day"
import { usdtUsdAt, venueCandles, venuePriceAt } from "@/lib/sandbox/market/venue"
import type { CandleRange, SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { json, type Responder, type ProviderRequest } from "./responder"

const MAX_BUCKETS = 300
/** The provider also has minutes and six hours, which this service does not request. It has no four hours. */
const intervalOf: Readonly<Record<string, Interval>> = { "3600": "1h", "86400": "1d" }

/** One product: its price, its candles, and the decimals of its price. */
type Product = {
  readonly decimals: number
  priceAt(timeMs: number): number
  candles(interval: Interval, range: CandleRange): readonly Candle[]
}

/**
 * Coinbase Exchange.
 *
 * @see https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductcandles
 */
export const coinbase: Responder = (request) => {
  const match = /^\/products\/(?<base>[A-Z]+)-USD\/(?<what>candles|ticker)$/.exec(request.url.pathname)?.groups
  if (match === undefined) return null
  const product = productOf(request.market, match["base"] ?? "")
  if (product === null) return json({ message: "NotFound" }, 404)
  return match["what"] === "candles" ? candles(request, product) : ticker(request, product)
}

function productOf(market: SimulatedMarket, base: string): Product | null {
  const coin = COINS.find((known) => known === base)
  if (coin !== undefined) return coinProduct(market, coin)
  return base === "USDT" ? tetherProduct(market) : null
}

function coinProduct(market: SimulatedMarket, coin: Coin): Product {
  return {
    decimals: 2,
    priceAt: (timeMs) => venuePriceAt(market, "coinbase", coin, timeMs),
    candles: (interval, range) => venueCandles(market, "coinbase", { coin, interval, ...range }),
  }
}

/** USDT against the dollar: as busy as bitcoin, and nearly still. */
function tetherProduct(market: SimulatedMarket): Product {
  return {
    decimals: 5,
    priceAt: (timeMs) => usdtUsdAt(market, timeMs),
    candles: (interval, range) =>
      market.candles("BTC", interval, range).map(({ openTimeMs, volumeBase }) => {
        const openUsd = usdtUsdAt(market, openTimeMs)
        const closeUsd = usdtUsdAt(market, Math.min(range.nowMs, openTimeMs + intervalMs[interval] - 1))
        const [lowUsd, highUsd] = [Math.min(openUsd, closeUsd), Math.max(openUsd, closeUsd)]
        const volume = volumeBase * 9000
        return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase: volume, takerBuyVolumeBase: null }
      }),
  }
}

function candles({ url, nowMs }: ProviderRequest, product: Product): Response {
  const interval = intervalOf[url.searchParams.get("granularity") ?? ""]
  if (interval === undefined) return json({ message: "Unsupported granularity" }, 400)
  const stepMs = intervalMs[interval]
  const [start, end] = [url.searchParams.get("start"), url.searchParams.get("end")]
  const endMs = start !== null && end !== null ? readTime(end) : nowMs
  const startMs =
    start !== null && end !== null ? readTime(start) : openTimeOf(nowMs, interval) - (MAX_BUCKETS - 1) * stepMs
  if (Number.isNaN(startMs + endMs)) return json({ message: "Invalid start or end" }, 400)
  if ((endMs - startMs) / stepMs > MAX_BUCKETS) return json({ message: TOO_MANY }, 400)
  const money = (usd: number) => Number(usd.toFixed(product.decimals))
  const rows = product
    .candles(interval, { fromMs: startMs, toMs: endMs + 1, nowMs })
    .map(({ openTimeMs, lowUsd, highUsd, openUsd, closeUsd, volumeBase }) => [
      openTimeMs / 1000,
      money(lowUsd),
      money(highUsd),
      money(openUsd),
      money(closeUsd),
      Number(volumeBase.toFixed(8)),
    ])
  return json(rows.toReversed())
}

const TOO_MANY = "granularity too small for the requested time range. Count of aggregations requested exceeds 300"

/** ISO 8601 or seconds. */
function readTime(text: string): number {
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)
}

function ticker({ nowMs }: ProviderRequest, product: Product): Response {
  const tick = 10 ** -product.decimals
  const price = product.priceAt(nowMs)
  const hours = product.candles("1h", { fromMs: nowMs - DAY_MS, toMs: nowMs + 1, nowMs })
  return json({
    trade_id: Math.floor(nowMs / 1000),
    price: price.toFixed(product.decimals),
    size: "0.01250000",
    // The provider writes microseconds.
    time: `${new Date(nowMs).toISOString().slice(0, -1)}000Z`,
    bid: (price - tick).toFixed(product.decimals),
    ask: (price + tick).toFixed(product.decimals),
    volume: hours.reduce((sum, { volumeBase }) => sum + volumeBase, 0).toFixed(8),
  })
}
