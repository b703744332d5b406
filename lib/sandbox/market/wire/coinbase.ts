import { intervalMs, openTimeOf, type Candle, type Interval } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { DAY_MS } from "@/lib/domain/utc-day"
import { usdtUsdAt, venueCandles, venuePriceAt } from "@/lib/sandbox/market/venue"
import type { CandleRange, World } from "@/lib/sandbox/market/world"
import { json, type Responder, type Scene } from "./responder"

const MAX_BUCKETS = 300
/** The provider also knows minutes and six hours, which no one here asks for; it has no four hours. */
const intervalOf: Readonly<Record<string, Interval>> = { "3600": "1h", "86400": "1d" }

/** One product: its price, its candles, and the decimals of its price. */
type Market = {
  readonly decimals: number
  priceAt(timeMs: number): number
  candles(interval: Interval, range: CandleRange): readonly Candle[]
}

/**
 * Coinbase Exchange.
 *
 * @see https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductcandles
 */
export const coinbase: Responder = (scene) => {
  const match = /^\/products\/(?<base>[A-Z]+)-USD\/(?<what>candles|ticker)$/.exec(scene.url.pathname)?.groups
  if (match === undefined) return null
  const market = marketOf(scene.world, match["base"] ?? "")
  if (market === null) return json({ message: "NotFound" }, 404)
  return match["what"] === "candles" ? candles(scene, market) : ticker(scene, market)
}

function marketOf(world: World, base: string): Market | null {
  const coin = COINS.find((known) => known === base)
  if (coin !== undefined) return coinMarket(world, coin)
  return base === "USDT" ? tetherMarket(world) : null
}

function coinMarket(world: World, coin: Coin): Market {
  return {
    decimals: 2,
    priceAt: (timeMs) => venuePriceAt(world, "coinbase", coin, timeMs),
    candles: (interval, range) => venueCandles(world, "coinbase", { coin, interval, ...range }),
  }
}

/** USDT against the dollar: as busy as bitcoin, and nearly still. */
function tetherMarket(world: World): Market {
  return {
    decimals: 5,
    priceAt: (timeMs) => usdtUsdAt(world, timeMs),
    candles: (interval, range) =>
      world.candles("BTC", interval, range).map(({ openTimeMs, volumeBase }) => {
        const openUsd = usdtUsdAt(world, openTimeMs)
        const closeUsd = usdtUsdAt(world, Math.min(range.nowMs, openTimeMs + intervalMs[interval] - 1))
        const [lowUsd, highUsd] = [Math.min(openUsd, closeUsd), Math.max(openUsd, closeUsd)]
        const volume = volumeBase * 9000
        return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase: volume, takerBuyVolumeBase: null }
      }),
  }
}

function candles({ url, nowMs }: Scene, market: Market): Response {
  const interval = intervalOf[url.searchParams.get("granularity") ?? ""]
  if (interval === undefined) return json({ message: "Unsupported granularity" }, 400)
  const stepMs = intervalMs[interval]
  const [start, end] = [url.searchParams.get("start"), url.searchParams.get("end")]
  const endMs = start !== null && end !== null ? readTime(end) : nowMs
  const startMs =
    start !== null && end !== null ? readTime(start) : openTimeOf(nowMs, interval) - (MAX_BUCKETS - 1) * stepMs
  if (Number.isNaN(startMs + endMs)) return json({ message: "Invalid start or end" }, 400)
  if ((endMs - startMs) / stepMs > MAX_BUCKETS) return json({ message: TOO_MANY }, 400)
  const money = (usd: number) => Number(usd.toFixed(market.decimals))
  const rows = market
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

function ticker({ nowMs }: Scene, market: Market): Response {
  const tick = 10 ** -market.decimals
  const price = market.priceAt(nowMs)
  const hours = market.candles("1h", { fromMs: nowMs - DAY_MS, toMs: nowMs + 1, nowMs })
  return json({
    trade_id: Math.floor(nowMs / 1000),
    price: price.toFixed(market.decimals),
    size: "0.01250000",
    // The provider writes microseconds.
    time: `${new Date(nowMs).toISOString().slice(0, -1)}000Z`,
    bid: (price - tick).toFixed(market.decimals),
    ask: (price + tick).toFixed(market.decimals),
    volume: hours.reduce((sum, { volumeBase }) => sum + volumeBase, 0).toFixed(8),
  })
}
