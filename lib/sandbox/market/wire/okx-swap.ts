import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import {
  basisRatioAt,
  fundingRatioAt,
  longShortRatioAt,
  openInterestAt,
  takerFlow,
} from "@/lib/sandbox/market/series/derivatives"
import { venuePriceAt } from "@/lib/sandbox/market/venue"
import { coinOfInstrument, okxData, okxError, unknownInstrument } from "./okx-envelope"
import { integer, rowLimit, type Responder, type ProviderRequest } from "./responder"

const FUNDING_MS = 8 * HOUR_MS
/** Three months of settlements are kept. */
const FUNDING_DEPTH = 270
/** Coins in one contract. */
const contractSize = { BTC: 0.01, ETH: 0.1, SOL: 1 } as const satisfies Record<Coin, number>

/**
 * OKX swaps against USDT: public data and trading statistics.
 *
 * @see https://www.okx.com/docs-v5/en/#trading-statistics-rest-api
 */
export const okxSwap: Responder = (request) => {
  if (request.url.pathname === "/api/v5/market/index-tickers") return indexTicker(request)
  const answer = answers[request.url.pathname]
  if (answer === undefined) return null
  const coin = coinOfInstrument(request.url, "-SWAP")
  return coin === undefined ? unknownInstrument() : answer(request, coin)
}

const answers: Readonly<Record<string, (request: ProviderRequest, coin: Coin) => Response>> = {
  "/api/v5/public/funding-rate-history": fundingHistory,
  "/api/v5/public/funding-rate": fundingRate,
  "/api/v5/public/mark-price": markPrice,
  "/api/v5/rubik/stat/contracts/open-interest-history": (request, coin) =>
    statistics(request, ({ atMs }) => openInterestRow(request, coin, atMs)),
  "/api/v5/rubik/stat/contracts/long-short-account-ratio-contract": (request, coin) =>
    statistics(request, ({ atMs }) => [String(longShortRatioAt(request.market, { venue: "okx", coin }, atMs))]),
  "/api/v5/rubik/stat/taker-volume-contract": (request, coin) =>
    statistics(request, ({ atMs, stepMs }) => takerRow(request, coin, { fromMs: atMs, toMs: atMs + stepMs })),
}

function indexTicker({ market, nowMs, url }: ProviderRequest): Response {
  const coin = coinOfInstrument(url)
  if (coin === undefined) return unknownInstrument()
  const idxPx = venuePriceAt(market, "okx", coin, nowMs)
  return okxData([{ instId: `${coin}-USDT`, idxPx: idxPx.toFixed(4), ts: String(nowMs) }])
}

function markPrice({ market, nowMs }: ProviderRequest, coin: Coin): Response {
  const mark = venuePriceAt(market, "okx", coin, nowMs) * basisRatioAt(market, { venue: "okx", coin }, nowMs)
  return okxData([{ instType: "SWAP", instId: `${coin}-USDT-SWAP`, markPx: mark.toFixed(4), ts: String(nowMs) }])
}

/** The rate of the settlement that comes. */
function fundingRate({ market, nowMs }: ProviderRequest, coin: Coin): Response {
  const nextMs = (Math.floor(nowMs / FUNDING_MS) + 1) * FUNDING_MS
  return okxData([
    {
      instType: "SWAP",
      instId: `${coin}-USDT-SWAP`,
      method: "current_period",
      formulaType: "withRate",
      fundingRate: fundingRatioAt(market, { venue: "okx", coin }, nowMs).toFixed(10),
      fundingTime: String(nextMs),
      nextFundingRate: "",
      nextFundingTime: String(nextMs + FUNDING_MS),
    },
  ])
}

function fundingHistory({ market, nowMs, url }: ProviderRequest, coin: Coin): Response {
  const lastMs = Math.floor(nowMs / FUNDING_MS) * FUNDING_MS
  const [olderThan, newerThan] = [integer(url, "after", nowMs + 1), integer(url, "before", 0)]
  const rows = []
  for (let age = 0; age < FUNDING_DEPTH; age++) {
    const settledMs = lastMs - age * FUNDING_MS
    if (settledMs >= olderThan || settledMs <= newerThan || settledMs < market.genesisMs) continue
    const rate = fundingRatioAt(market, { venue: "okx", coin }, settledMs).toFixed(10)
    rows.push({
      instType: "SWAP",
      instId: `${coin}-USDT-SWAP`,
      formulaType: "withRate",
      fundingRate: rate,
      realizedRate: rate,
      fundingTime: String(settledMs),
      method: "current_period",
    })
  }
  return okxData(rows.slice(0, rowLimit(url, { fallback: 100, max: 400 })))
}

/** Contracts, coins, dollars. */
function openInterestRow({ market }: ProviderRequest, coin: Coin, atMs: number) {
  const coins = openInterestAt(market, { venue: "okx", coin }, atMs)
  const usd = coins * venuePriceAt(market, "okx", coin, atMs)
  return [(coins / contractSize[coin]).toFixed(2), coins.toFixed(4), usd.toFixed(2)]
}

/** Sell before buy, in coins, contracts or dollars by `unit`. */
function takerRow({ market, nowMs, url }: ProviderRequest, coin: Coin, range: { fromMs: number; toMs: number }) {
  const { buyBase, sellBase } = takerFlow(market, { venue: "okx", coin }, { ...range, nowMs })
  const inContracts = 1 / contractSize[coin]
  const inUsd = venuePriceAt(market, "okx", coin, range.fromMs)
  const factor = [1, inContracts, inUsd][integer(url, "unit", 1)] ?? inContracts
  return [(sellBase * factor).toFixed(4), (buyBase * factor).toFixed(4)]
}

/** Rows by period, newest first, the running period included. From six hours on periods begin at 00:00 UTC+8. */
function statistics(
  { nowMs, url, market }: ProviderRequest,
  row: (at: { atMs: number; stepMs: number }) => readonly string[],
): Response {
  const period = /^(?<count>\d{1,2})(?<unit>[HD])(?<utc>utc)?$/.exec(url.searchParams.get("period") ?? "1H")?.groups
  if (period === undefined) return okxError("51000", "Parameter period error")
  const hours = Number(period["count"]) * (period["unit"] === "D" ? 24 : 1)
  const stepMs = hours * HOUR_MS
  const shiftMs = hours >= 6 && period["utc"] === undefined ? 8 * HOUR_MS : 0
  const newestMs = Math.floor((nowMs + shiftMs) / stepMs) * stepMs - shiftMs
  const times = Array.from({ length: rowLimit(url, { fallback: 100, max: 100 }) }, (_, age) => newestMs - age * stepMs)
  return okxData(
    times.filter((atMs) => atMs >= market.genesisMs).map((atMs) => [String(atMs), ...row({ atMs, stepMs })]),
  )
}
