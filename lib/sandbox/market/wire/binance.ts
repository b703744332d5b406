import { intervalMs, INTERVALS, openTimeOf, type Candle, type Interval } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { DAY_MS } from "@/lib/domain/utc-day"
import { integer, json, rowLimit, type Responder, type ProviderRequest } from "./responder"

const INVALID_SYMBOL = { code: -1121, msg: "Invalid symbol." }
const INVALID_INTERVAL = { code: -1120, msg: "Invalid interval." }

/**
 * Binance's market-data mirror, spot.
 *
 * @see https://github.com/binance/binance-spot-api-docs/blob/master/rest-api.md
 */
export const binance: Responder = (request) => {
  switch (request.url.pathname) {
    case "/api/v3/ping":
      return json({})
    case "/api/v3/time":
      return json({ serverTime: request.nowMs })
    case "/api/v3/klines":
      return klines(request)
    case "/api/v3/ticker/price":
      return forSymbols(request, (coin) => ({
        symbol: `${coin}USDT`,
        price: decimal(request.market.priceAt(coin, request.nowMs)),
      }))
    case "/api/v3/ticker/24hr":
      return forSymbols(request, (coin) => dayTicker(request, coin))
    default:
      return null
  }
}

function klines({ market, nowMs, url }: ProviderRequest): Response {
  const coin = coinOf(url.searchParams.get("symbol"))
  const interval = INTERVALS.find((known) => known === url.searchParams.get("interval"))
  if (!url.searchParams.get("symbol")) return missing("symbol")
  if (coin === undefined) return json(INVALID_SYMBOL, 400)
  if (interval === undefined) return json(INVALID_INTERVAL, 400)
  const spanMs = rowLimit(url, { fallback: 500, max: 1000 }) * intervalMs[interval]
  const endMs = Math.min(nowMs, integer(url, "endTime", nowMs))
  // Without a start the newest rows are meant, with one the oldest from there on.
  const fromMs = integer(url, "startTime", openTimeOf(endMs, interval) + intervalMs[interval] - spanMs)
  const firstMs = Math.ceil(Math.max(fromMs, market.genesisMs) / intervalMs[interval]) * intervalMs[interval]
  const range = { fromMs: firstMs, toMs: Math.min(endMs + 1, firstMs + spanMs), nowMs }
  return json(market.candles(coin, interval, range).map((candle) => toKline(candle, interval)))
}

function toKline(candle: Candle, interval: Interval) {
  const { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase } = candle
  const meanUsd = (openUsd + highUsd + lowUsd + closeUsd) / 4
  return [
    openTimeMs,
    decimal(openUsd),
    decimal(highUsd),
    decimal(lowUsd),
    decimal(closeUsd),
    quantity(volumeBase),
    openTimeMs + intervalMs[interval] - 1,
    quantity(volumeBase * meanUsd),
    tradesOf(volumeBase * meanUsd),
    quantity(takerBuyVolumeBase ?? 0),
    quantity((takerBuyVolumeBase ?? 0) * meanUsd),
    "0",
  ]
}

/** Rolling 24 hours, from the hour that contains their beginning. */
function dayTicker({ market, nowMs }: ProviderRequest, coin: Coin) {
  const hours = market.candles(coin, "1h", { fromMs: openTimeOf(nowMs - DAY_MS, "1h"), toMs: nowMs + 1, nowMs })
  const openUsd = market.priceAt(coin, nowMs - DAY_MS)
  const lastUsd = market.priceAt(coin, nowMs)
  const volumeBase = hours.slice(1).reduce((sum, hour) => sum + hour.volumeBase, 0)
  const volumeUsd = hours.slice(1).reduce((sum, hour) => sum + (hour.volumeBase * (hour.highUsd + hour.lowUsd)) / 2, 0)
  return {
    symbol: `${coin}USDT`,
    priceChange: decimal(lastUsd - openUsd),
    priceChangePercent: ((lastUsd / openUsd - 1) * 100).toFixed(3),
    weightedAvgPrice: decimal(volumeBase > 0 ? volumeUsd / volumeBase : lastUsd),
    prevClosePrice: decimal(openUsd),
    lastPrice: decimal(lastUsd),
    lastQty: "0.00500000",
    bidPrice: decimal(lastUsd - 0.01),
    bidQty: "3.10000000",
    askPrice: decimal(lastUsd),
    askQty: "2.40000000",
    openPrice: decimal(openUsd),
    highPrice: decimal(Math.max(openUsd, ...hours.slice(1).map(({ highUsd }) => highUsd))),
    lowPrice: decimal(Math.min(openUsd, ...hours.slice(1).map(({ lowUsd }) => lowUsd))),
    volume: quantity(volumeBase),
    quoteVolume: quantity(volumeUsd),
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    firstId: Math.floor((nowMs - DAY_MS) / 30),
    lastId: Math.floor(nowMs / 30),
    count: tradesOf(volumeUsd),
  }
}

/** One row for `symbol=`, an array for `symbols=["…"]`. */
function forSymbols({ url }: ProviderRequest, row: (coin: Coin) => unknown): Response {
  const symbol = url.searchParams.get("symbol")
  const list = url.searchParams.get("symbols")
  if (symbol === null && list === null) return json(COINS.map(row))
  const coins = (symbol === null ? readList(list ?? "") : [symbol]).map(coinOf)
  const known = coins.filter((coin) => coin !== undefined)
  if (known.length === 0 || known.length < coins.length) return json(INVALID_SYMBOL, 400)
  return json(symbol === null ? known.map(row) : row(known[0] ?? "BTC"))
}

/** `["BTCUSDT","ETHUSDT"]`, as the provider takes it. */
function readList(list: string): readonly string[] {
  return [...list.matchAll(/"([A-Z0-9]+)"/g)].map(([, symbol = ""]) => symbol)
}

function missing(parameter: string): Response {
  const msg = `Mandatory parameter '${parameter}' was not sent, was empty/null, or malformed.`
  return json({ code: -1102, msg }, 400)
}

function coinOf(symbol: string | null): Coin | undefined {
  return COINS.find((coin) => `${coin}USDT` === symbol)
}

/** Prices move in cents and are written with eight decimals. */
function decimal(usd: number): string {
  return `${usd.toFixed(2)}000000`
}

function quantity(amount: number): string {
  return amount.toFixed(8)
}

function tradesOf(volumeUsd: number): number {
  return Math.round(volumeUsd / 650)
}
