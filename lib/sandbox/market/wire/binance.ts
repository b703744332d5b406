import { type Interval, intervalMs, INTERVALS } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { integer, json, type Responder, type Scene } from "./responder"

const INVALID_SYMBOL = { code: -1121, msg: "Invalid symbol." }
const INVALID_INTERVAL = { code: -1120, msg: "Invalid interval." }

/** Binance's market-data mirror, spot. @see https://github.com/binance/binance-spot-api-docs/blob/master/rest-api.md */
export const binance: Responder = (scene) => {
  switch (scene.url.pathname) {
    case "/api/v3/klines":
      return klines(scene)
    case "/api/v3/ticker/price":
      return prices(scene)
    default:
      return null
  }
}

function klines({ world, nowMs, url }: Scene): Response {
  const coin = coinOf(url.searchParams.get("symbol"))
  const interval = INTERVALS.find((known) => known === url.searchParams.get("interval"))
  if (coin === undefined) return json(INVALID_SYMBOL, 400)
  if (interval === undefined) return json(INVALID_INTERVAL, 400)
  const limit = Math.min(1_000, Math.max(1, integer(url, "limit", 500)))
  const step = intervalMs[interval]
  const newest = Math.min(nowMs, integer(url, "endTime", nowMs))
  const fromMs = integer(url, "startTime", Math.floor(newest / step) * step - (limit - 1) * step)
  const candles = world.candles(coin, interval, { fromMs, toMs: newest + 1, nowMs })
  return json(candles.slice(0, limit).map((candle) => toKline(candle, interval)))
}

function toKline(candle: ReturnType<Scene["world"]["candles"]>[number], interval: Interval) {
  const { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase } = candle
  const taker = takerBuyVolumeBase ?? 0
  return [
    openTimeMs,
    text(openUsd),
    text(highUsd),
    text(lowUsd),
    text(closeUsd),
    text(volumeBase),
    openTimeMs + intervalMs[interval] - 1,
    text(volumeBase * closeUsd),
    Math.round(volumeBase * 12),
    text(taker),
    text(taker * closeUsd),
    "0",
  ]
}

function prices({ world, nowMs, url }: Scene): Response {
  const single = url.searchParams.get("symbol")
  const symbols = single === null ? listOf(url.searchParams.get("symbols")) : [single]
  const rows = symbols.map((symbol) => {
    const coin = coinOf(symbol)
    return coin === undefined ? null : { symbol, price: world.priceAt(coin, nowMs).toFixed(8) }
  })
  if (rows.length === 0 || rows.includes(null)) return json(INVALID_SYMBOL, 400)
  return json(single === null ? rows : rows[0])
}

/** `["BTCUSDT","ETHUSDT"]`, as the provider takes it. */
function listOf(text: string | null): readonly string[] {
  return [...(text ?? "").matchAll(/"([A-Z]+)"/g)].map(([, symbol = ""]) => symbol)
}

function coinOf(symbol: string | null): Coin | undefined {
  return COINS.find((coin) => `${coin}USDT` === symbol)
}

function text(value: number): string {
  return value.toFixed(8)
}
