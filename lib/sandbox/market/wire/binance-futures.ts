import { COINS, type Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import {
  basisRatioAt,
  fundingRatioAt,
  longShortRatioAt,
  openInterestAt,
  takerFlow,
  type Contract,
} from "@/lib/sandbox/market/series/derivatives"
import { integer, json, rowLimit, type Responder, type ProviderRequest } from "./responder"

const FUNDING_MS = 8 * HOUR_MS
/** The statistics reach back 30 days. */
const DEPTH_MS = 30 * DAY_MS
/** The provider also has shorter periods, which this service does not request. */
const periodOf: Readonly<Record<string, number>> = {
  "1h": HOUR_MS,
  "2h": 2 * HOUR_MS,
  "4h": 4 * HOUR_MS,
  "6h": 6 * HOUR_MS,
  "12h": 12 * HOUR_MS,
  "1d": DAY_MS,
}

/**
 * Binance USDⓈ-M futures.
 *
 * @see https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api
 */
export const binanceFutures: Responder = (request) => {
  if (request.url.pathname === "/fapi/v1/fundingInfo") return json([])
  const answer = answers[request.url.pathname]
  if (answer === undefined) return null
  const symbol = request.url.searchParams.get("symbol")
  const coin = COINS.find((known) => `${known}USDT` === symbol)
  return coin === undefined ? json({ code: -1121, msg: "Invalid symbol." }, 400) : answer(request, coin)
}

const answers: Readonly<Record<string, (request: ProviderRequest, coin: Coin) => Response>> = {
  "/fapi/v1/fundingRate": fundingRates,
  "/fapi/v1/premiumIndex": premiumIndex,
  "/futures/data/openInterestHist": (request, coin) =>
    statistics(request, ({ atMs }) => openInterestRow(request, coin, atMs)),
  "/futures/data/globalLongShortAccountRatio": (request, coin) => accountRatios(request, coin, 1),
  "/futures/data/topLongShortAccountRatio": (request, coin) => accountRatios(request, coin, 1.08),
  "/futures/data/topLongShortPositionRatio": (request, coin) => accountRatios(request, coin, 0.92),
  "/futures/data/takerlongshortRatio": (request, coin) =>
    statistics(request, (period) => takerRow(request, coin, period)),
}

function contractOf(coin: Coin): Contract {
  return { venue: "binance-futures", coin }
}

function markAt({ market }: ProviderRequest, coin: Coin, atMs: number): number {
  return market.priceAt(coin, atMs) * basisRatioAt(market, contractOf(coin), atMs)
}

function premiumIndex(request: ProviderRequest, coin: Coin): Response {
  const { market, nowMs } = request
  const index = market.priceAt(coin, nowMs)
  return json({
    symbol: `${coin}USDT`,
    markPrice: markAt(request, coin, nowMs).toFixed(8),
    indexPrice: index.toFixed(8),
    estimatedSettlePrice: index.toFixed(8),
    lastFundingRate: fundingRatioAt(market, contractOf(coin), nowMs).toFixed(8),
    interestRate: "0.00010000",
    nextFundingTime: (Math.floor(nowMs / FUNDING_MS) + 1) * FUNDING_MS,
    time: nowMs,
  })
}

/** Ascending: the newest rates, or the oldest rates from `startTime` on. */
function fundingRates(request: ProviderRequest, coin: Coin): Response {
  const { market, nowMs, url } = request
  const limit = rowLimit(url, { fallback: 100, max: 1000 })
  const lastMs = Math.floor(Math.min(nowMs, integer(url, "endTime", nowMs)) / FUNDING_MS) * FUNDING_MS
  const firstMs = Math.ceil(integer(url, "startTime", lastMs - (limit - 1) * FUNDING_MS) / FUNDING_MS) * FUNDING_MS
  const rows = []
  for (let atMs = Math.max(firstMs, market.genesisMs); atMs <= lastMs && rows.length < limit; atMs += FUNDING_MS) {
    rows.push({
      symbol: `${coin}USDT`,
      fundingTime: atMs,
      fundingRate: fundingRatioAt(market, contractOf(coin), atMs).toFixed(8),
      markPrice: markAt(request, coin, atMs).toFixed(8),
      rateType: "Regular",
    })
  }
  return json(rows)
}

function openInterestRow(request: ProviderRequest, coin: Coin, atMs: number) {
  const coins = openInterestAt(request.market, contractOf(coin), atMs)
  return {
    symbol: `${coin}USDT`,
    sumOpenInterest: coins.toFixed(8),
    sumOpenInterestValue: (coins * markAt(request, coin, atMs)).toFixed(8),
    timestamp: atMs,
  }
}

/** Long/short ratios of all accounts, or of the largest accounts, which differ a little. */
function accountRatios(request: ProviderRequest, coin: Coin, factor: number): Response {
  return statistics(request, ({ atMs }) => {
    const ratio = longShortRatioAt(request.market, contractOf(coin), atMs) * factor
    const longAccount = (ratio / (1 + ratio)).toFixed(4)
    const shortAccount = (1 - Number(longAccount)).toFixed(4)
    return { symbol: `${coin}USDT`, longAccount, longShortRatio: ratio.toFixed(4), shortAccount, timestamp: atMs }
  })
}

function takerRow({ market, nowMs }: ProviderRequest, coin: Coin, { atMs, stepMs }: { atMs: number; stepMs: number }) {
  const range = { fromMs: atMs, toMs: atMs + stepMs, nowMs }
  const { buyBase, sellBase } = takerFlow(market, contractOf(coin), range)
  const buySellRatio = (sellBase > 0 ? buyBase / sellBase : 1).toFixed(4)
  return { buySellRatio, sellVol: sellBase.toFixed(4), buyVol: buyBase.toFixed(4), timestamp: atMs }
}

/** Rows by period, ascending, the newest ones of the last 30 days. */
function statistics(
  { nowMs, url, market }: ProviderRequest,
  row: (at: { atMs: number; stepMs: number }) => unknown,
): Response {
  const stepMs = periodOf[url.searchParams.get("period") ?? ""]
  if (stepMs === undefined) return json({ code: -1130, msg: "Data sent for parameter 'period' is not valid." }, 400)
  const lastMs = Math.floor(Math.min(nowMs, integer(url, "endTime", nowMs)) / stepMs) * stepMs
  const limit = rowLimit(url, { fallback: 30, max: 500 })
  const oldestMs = Math.max(market.genesisMs, nowMs - DEPTH_MS, integer(url, "startTime", 0))
  const times = Array.from({ length: limit }, (_, index) => lastMs - (limit - 1 - index) * stepMs)
  return json(times.filter((atMs) => atMs >= oldestMs).map((atMs) => row({ atMs, stepMs })))
}
