import { intervalMs, openTimeOf, type Interval } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import {
  basisRatioAt,
  fundingRatioAt,
  longShortRatioAt,
  openInterestAt,
  type Contract,
} from "@/lib/sandbox/market/series/derivatives"
import { venueCandles, venuePriceAt } from "@/lib/sandbox/market/venue"
import { integer, json, rowLimit, type Responder, type ProviderRequest } from "./responder"

const FUNDING_MS = 8 * HOUR_MS
/** The provider also has minutes and weeks, which this service does not request. */
const intervalOf: Readonly<Record<string, Interval>> = { "60": "1h", "240": "4h", D: "1d" }
const periodOf: Readonly<Record<string, number>> = { "1h": HOUR_MS, "4h": 4 * HOUR_MS, "1d": DAY_MS }

/**
 * Bybit v5: spot candles and linear contracts, newest first. Its errors come with status 200.
 *
 * @see https://bybit-exchange.github.io/docs/v5/market/kline
 */
export const bybit: Responder = (request) => {
  const answer = answers[request.url.pathname]
  if (answer === undefined) return null
  const symbol = request.url.searchParams.get("symbol")
  const coin = COINS.find((known) => `${known}USDT` === symbol)
  return coin === undefined ? refuse(request, "params error: Symbol Is Invalid") : answer(request, coin)
}

const answers: Readonly<Record<string, (request: ProviderRequest, coin: Coin) => Response>> = {
  "/v5/market/kline": klines,
  "/v5/market/tickers": tickers,
  "/v5/market/funding/history": fundingHistory,
  "/v5/market/open-interest": openInterest,
  "/v5/market/account-ratio": accountRatio,
}

function answer({ nowMs }: ProviderRequest, result: unknown): Response {
  return json({ retCode: 0, retMsg: "OK", result, retExtInfo: {}, time: nowMs })
}

function refuse({ nowMs }: ProviderRequest, retMsg: string): Response {
  return json({ retCode: 10_001, retMsg, result: {}, retExtInfo: {}, time: nowMs })
}

function klines(request: ProviderRequest, coin: Coin): Response {
  const { market, nowMs, url } = request
  const interval = intervalOf[url.searchParams.get("interval") ?? ""]
  if (interval === undefined) return refuse(request, "Invalid period!")
  const stepMs = intervalMs[interval]
  const endMs = Math.min(nowMs, integer(url, "end", nowMs))
  const limit = rowLimit(url, { fallback: 200, max: 1000 })
  const fromMs = Math.max(integer(url, "start", 0), openTimeOf(endMs, interval) - (limit - 1) * stepMs)
  const rows = venueCandles(market, "bybit", { coin, interval, fromMs, toMs: endMs + 1, nowMs }).map((candle) => [
    String(candle.openTimeMs),
    ...[candle.openUsd, candle.highUsd, candle.lowUsd, candle.closeUsd].map(price),
    candle.volumeBase.toFixed(6),
    ((candle.volumeBase * (candle.openUsd + candle.closeUsd)) / 2).toFixed(8),
  ])
  return answer(request, { category: categoryOf(url), symbol: `${coin}USDT`, list: rows.toReversed() })
}

function tickers(request: ProviderRequest, coin: Coin): Response {
  const { market, nowMs } = request
  const index = venuePriceAt(market, "bybit", coin, nowMs)
  const mark = index * basisRatioAt(market, contractOf(coin), nowMs)
  const before = venuePriceAt(market, "bybit", coin, nowMs - DAY_MS)
  const hours = venueCandles(market, "bybit", { coin, interval: "1h", fromMs: nowMs - DAY_MS, toMs: nowMs + 1, nowMs })
  const volume = hours.reduce((sum, { volumeBase }) => sum + volumeBase, 0)
  const coins = openInterestAt(market, contractOf(coin), nowMs)
  const row = {
    symbol: `${coin}USDT`,
    lastPrice: price(mark),
    indexPrice: price(index),
    markPrice: price(mark),
    prevPrice24h: price(before),
    price24hPcnt: (mark / before - 1).toFixed(6),
    highPrice24h: price(Math.max(mark, ...hours.map(({ highUsd }) => highUsd))),
    lowPrice24h: price(Math.min(mark, ...hours.map(({ lowUsd }) => lowUsd))),
    prevPrice1h: price(venuePriceAt(market, "bybit", coin, nowMs - HOUR_MS)),
    openInterest: (2 * coins).toFixed(3),
    openInterestValue: (2 * coins * mark).toFixed(2),
    singleOpenInterest: coins.toFixed(3),
    singleOpenInterestValue: (coins * mark).toFixed(2),
    turnover24h: (volume * mark).toFixed(4),
    volume24h: volume.toFixed(4),
    fundingRate: fundingRatioAt(market, contractOf(coin), nowMs).toFixed(8),
    nextFundingTime: String((Math.floor(nowMs / FUNDING_MS) + 1) * FUNDING_MS),
    fundingIntervalHour: "8",
    predictedDeliveryPrice: "",
    basisRate: "",
    deliveryFeeRate: "",
    deliveryTime: "0",
    ask1Size: "1.2",
    bid1Price: price(mark),
    ask1Price: price(mark + 0.1),
    bid1Size: "0.8",
  }
  return answer(request, { category: "linear", list: [row] })
}

function fundingHistory(request: ProviderRequest, coin: Coin): Response {
  const { market, nowMs, url } = request
  const [startMs, endMs] = [integer(url, "startTime", 0), integer(url, "endTime", 0)]
  if (startMs > 0 && endMs === 0) return refuse(request, "params error: endTime is required with startTime")
  const limit = rowLimit(url, { fallback: 200, max: 200 })
  const lastMs = Math.floor((endMs === 0 ? nowMs : Math.min(nowMs, endMs)) / FUNDING_MS) * FUNDING_MS
  const times = timesBack(lastMs, FUNDING_MS, limit).filter((atMs) => atMs >= Math.max(startMs, market.genesisMs))
  const list = times.map((atMs) => ({
    symbol: `${coin}USDT`,
    fundingRate: fundingRatioAt(market, contractOf(coin), atMs).toFixed(8),
    fundingRateTimestamp: String(atMs),
  }))
  return answer(request, { category: "linear", list })
}

function openInterest(request: ProviderRequest, coin: Coin): Response {
  const { market, nowMs, url } = request
  const stepMs = periodOf[url.searchParams.get("intervalTime") ?? ""]
  if (stepMs === undefined) return refuse(request, "params error: intervalTime invalid")
  const times = timesBack(Math.floor(nowMs / stepMs) * stepMs, stepMs, rowLimit(url, { fallback: 50, max: 200 }))
  const list = times.map((atMs) => {
    const coins = openInterestAt(market, contractOf(coin), atMs)
    return { openInterest: (2 * coins).toFixed(8), timestamp: String(atMs), singleOpenInterest: coins.toFixed(8) }
  })
  return answer(request, { symbol: `${coin}USDT`, category: "linear", list, nextPageCursor: "" })
}

function accountRatio(request: ProviderRequest, coin: Coin): Response {
  const { market, nowMs, url } = request
  const stepMs = periodOf[url.searchParams.get("period") ?? ""]
  if (stepMs === undefined) return refuse(request, "params error: period invalid")
  const times = timesBack(Math.floor(nowMs / stepMs) * stepMs, stepMs, rowLimit(url, { fallback: 50, max: 500 }))
  const list = times.map((atMs) => {
    const ratio = longShortRatioAt(market, contractOf(coin), atMs)
    const buyRatio = (ratio / (1 + ratio)).toFixed(4)
    const sellRatio = (1 - Number(buyRatio)).toFixed(4)
    return { symbol: `${coin}USDT`, buyRatio, sellRatio, timestamp: String(atMs) }
  })
  return answer(request, { list, nextPageCursor: "" })
}

function contractOf(coin: Coin): Contract {
  return { venue: "bybit", coin }
}

function categoryOf(url: URL): string {
  return url.searchParams.get("category") ?? "linear"
}

function timesBack(lastMs: number, stepMs: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, age) => lastMs - age * stepMs)
}

function price(usd: number): string {
  return usd.toFixed(2)
}
