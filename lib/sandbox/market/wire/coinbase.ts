import { type Candle, type Interval, intervalMs } from "@/lib/domain/market/candle"
import { COINS } from "@/lib/domain/market/coin"
import { json, type Responder, type Scene } from "./responder"

const NOT_FOUND = { message: "NotFound" }
const MAX_BUCKETS = 300
const granularities: Readonly<Record<string, Interval>> = { "3600": "1h", "86400": "1d" }

/** Coinbase Exchange. @see https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductcandles */
export const coinbase: Responder = (scene) => {
  const match = /^\/products\/(?<coin>[A-Z]+)-USD\/(?<what>candles|ticker)$/.exec(scene.url.pathname)?.groups
  if (match === undefined) return null
  const coin = COINS.find((known) => known === match["coin"])
  if (coin === undefined) return json(NOT_FOUND, 404)
  const premium = 1 + premiumAt(scene.nowMs)
  return match["what"] === "candles"
    ? candles(scene, (interval, range) => scene.world.candles(coin, interval, range))
    : ticker(scene, scene.world.priceAt(coin, scene.nowMs) * premium)
}

function candles({ url, nowMs }: Scene, read: (interval: Interval, range: Range) => Candle[]): Response {
  const interval = granularities[url.searchParams.get("granularity") ?? ""]
  if (interval === undefined) return json({ message: "Unsupported granularity" }, 400)
  const step = intervalMs[interval]
  const end = Date.parse(url.searchParams.get("end") ?? new Date(nowMs).toISOString())
  const start = Date.parse(url.searchParams.get("start") ?? new Date(end - (MAX_BUCKETS - 1) * step).toISOString())
  if ((end - start) / step > MAX_BUCKETS) {
    return json(
      { message: "granularity too small for the requested time range. Count of aggregations requested exceeds 300" },
      400,
    )
  }
  const rows = read(interval, { fromMs: start, toMs: end + 1, nowMs }).map((candle) => {
    const factor = 1 + premiumAt(candle.openTimeMs)
    const { openTimeMs, lowUsd, highUsd, openUsd, closeUsd, volumeBase } = candle
    const money = (value: number) => Number((value * factor).toFixed(2))
    return [openTimeMs / 1000, money(lowUsd), money(highUsd), money(openUsd), money(closeUsd), volumeBase * 0.2]
  })
  return json(rows.toReversed())
}

type Range = { fromMs: number; toMs: number; nowMs: number }

function ticker({ nowMs }: Scene, price: number): Response {
  return json({
    trade_id: Math.floor(nowMs / 1000),
    price: price.toFixed(2),
    size: "0.01",
    time: new Date(nowMs).toISOString(),
    bid: (price - 0.01).toFixed(2),
    ask: price.toFixed(2),
    volume: "1903188.03750000",
  })
}

/** American buyers pay a few basis points more or less, slowly changing. */
function premiumAt(timeMs: number): number {
  const days = timeMs / 86_400_000
  return 0.0002 * Math.sin(days / 5) + 0.0001 * Math.sin(days * 1.7)
}
