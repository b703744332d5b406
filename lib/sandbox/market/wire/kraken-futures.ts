import { INTERVALS, intervalMs, type Candle } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import {
  basisRatioAt,
  fundingRatioAt,
  liquidationsIn,
  longShortRatioAt,
  openInterestAt,
  takerFlow,
} from "@/lib/sandbox/market/series/derivatives"
import { venueCandles, venuePriceAt } from "@/lib/sandbox/market/venue"
import { integer, json, type ProviderRequest, type Responder } from "./responder"

const COIN_OF: Readonly<Record<string, Coin>> = { PF_XBTUSD: "BTC", PF_ETHUSD: "ETH", PF_SOLUSD: "SOL" }
const VENUE = "kraken-futures"
const MAX_ROWS = 2_000
const RATES_MS = 365 * 24 * HOUR_MS

/**
 * Kraken Futures: candles and analytics of the charts API (times of series in seconds), tickers and hourly funding.
 *
 * @see https://docs.kraken.com/api/docs/futures-api/charts/candles
 * @see https://docs.kraken.com/api-reference/analytics/market-analytics
 */
export const krakenFutures: Responder = (request) => {
  const { pathname, searchParams } = request.url
  const [, chart, symbol = "", last = ""] =
    /^\/api\/charts\/v1\/(trade|mark|spot|analytics)\/(\w+)\/([\w-]+)$/.exec(pathname) ?? []
  const ticker = /^\/derivatives\/api\/v3\/tickers\/(\w+)$/.exec(pathname)?.[1]
  const rates = pathname === "/derivatives/api/v4/historicalfundingrates" ? searchParams.get("symbol") : null
  const coin = COIN_OF[symbol || (ticker ?? rates ?? "")]
  if (chart === undefined && ticker === undefined && rates === null) return null
  if (coin === undefined) return json({ result: "error", error: "marketUnavailable" }, 404)
  if (chart === "analytics") return analytics(request, coin, last)
  if (chart !== undefined) return candles(request, coin, { resolution: last, isMark: chart === "mark" })
  return rates === null ? tickerOf(request, coin) : fundingRates(request, coin)
}

/** Trades and index have the prices of the venue; the mark price has its basis on top. */
function candles(
  { market, nowMs, url }: ProviderRequest,
  coin: Coin,
  { resolution, isMark }: { readonly resolution: string; readonly isMark: boolean },
): Response {
  const interval = INTERVALS.find((known) => known === resolution)
  if (interval === undefined) return json({ errors: [{ msg: "resolution" }] }, 400)
  const fromMs = Math.max(market.genesisMs, integer(url, "from", 0) * 1000)
  const toMs = Math.min(nowMs, integer(url, "to", Math.floor(nowMs / 1000)) * 1000) + 1
  const rows = venueCandles(market, VENUE, { coin, interval, fromMs, toMs, nowMs })
  const basisAt = ({ openTimeMs }: Candle) =>
    isMark ? basisRatioAt(market, { venue: VENUE, coin }, Math.min(nowMs, openTimeMs + intervalMs[interval])) : 1
  const shown = rows.slice(0, MAX_ROWS).map((candle) => toRow(candle, basisAt(candle)))
  return json({ candles: shown, more_candles: rows.length > MAX_ROWS })
}

function toRow({ openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase }: Candle, ratio: number) {
  return {
    time: openTimeMs,
    open: (openUsd * ratio).toFixed(2),
    high: (highUsd * ratio).toFixed(2),
    low: (lowUsd * ratio).toFixed(2),
    close: (closeUsd * ratio).toFixed(2),
    volume: volumeBase.toFixed(4),
  }
}

function analytics({ market, nowMs, url }: ProviderRequest, coin: Coin, series: string): Response {
  const stepMs = integer(url, "interval", 3600) * 1000
  const fromMs = Math.max(market.genesisMs, Math.ceil((integer(url, "since", 0) * 1000) / stepMs) * stepMs)
  const toMs = Math.min(nowMs, integer(url, "to", Math.floor(nowMs / 1000)) * 1000)
  const count = Math.min(MAX_ROWS, Math.max(0, Math.floor((toMs - fromMs) / stepMs) + 1))
  const times = Array.from({ length: count }, (_, index) => fromMs + index * stepMs)
  const at = { venue: VENUE, coin } as const
  const closeOf = (openMs: number) => Math.min(openMs + stepMs, nowMs)
  const flow = (openMs: number) => takerFlow(market, at, { fromMs: openMs, toMs: openMs + stepMs, nowMs })
  const valueOf: Readonly<Record<string, (openMs: number) => unknown>> = {
    "open-interest": (openMs) => {
      const [open, close] = [openInterestAt(market, at, openMs), openInterestAt(market, at, closeOf(openMs))]
      return [open, Math.max(open, close), Math.min(open, close), close].map((coins) => coins.toFixed(4))
    },
    "long-short-ratio": (openMs) => longShortRatioAt(market, at, closeOf(openMs)).toFixed(6),
    "aggressor-differential": (openMs) => (flow(openMs).buyBase - flow(openMs).sellBase).toFixed(4),
    "trade-volume": (openMs) => (flow(openMs).buyBase + flow(openMs).sellBase).toFixed(4),
    "liquidation-volume": (openMs) => {
      const { longBase, shortBase } = liquidationsIn(market, at, { fromMs: openMs, toMs: openMs + stepMs, nowMs })
      return (longBase + shortBase).toFixed(4)
    },
  }
  const value = valueOf[series]
  if (value === undefined) return json({ errors: [{ msg: "analytics_type" }] }, 400)
  return json({ result: { timestamp: times.map((ms) => ms / 1000), more: false, data: times.map(value) }, errors: [] })
}

function tickerOf({ market, nowMs }: ProviderRequest, coin: Coin): Response {
  const last = venuePriceAt(market, VENUE, coin, nowMs)
  const at = { venue: VENUE, coin } as const
  const fundingRate = (fundingRatioAt(market, at, nowMs) / 8) * last
  const ticker = {
    symbol: `PF_${coin}USD`,
    last,
    markPrice: last * basisRatioAt(market, at, nowMs),
    indexPrice: last,
    openInterest: openInterestAt(market, at, nowMs),
    fundingRate,
    fundingRatePrediction: fundingRate,
    lastTime: new Date(nowMs).toISOString(),
  }
  return json({ result: "success", ticker, serverTime: new Date(nowMs).toISOString() })
}

/** A year of hourly rates, ascending. The absolute rate is dollars a contract. */
function fundingRates({ market, nowMs }: ProviderRequest, coin: Coin): Response {
  const firstHour = Math.ceil(Math.max(market.genesisMs, nowMs - RATES_MS) / HOUR_MS)
  const count = Math.max(0, Math.floor(nowMs / HOUR_MS) - firstHour + 1)
  const rates = Array.from({ length: count }, (_, index) => {
    const atMs = (firstHour + index) * HOUR_MS
    const relative = fundingRatioAt(market, { venue: VENUE, coin }, atMs) / 8
    const fundingRate = relative * venuePriceAt(market, VENUE, coin, atMs)
    return { timestamp: new Date(atMs).toISOString(), fundingRate, relativeFundingRate: relative }
  })
  return json({ result: "success", rates, serverTime: new Date(nowMs).toISOString() })
}
