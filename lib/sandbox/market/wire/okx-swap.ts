import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { fundingRatioAt, longShortRatioAt, openInterestAt, takerFlow } from "@/lib/sandbox/market/series/derivatives"
import { venuePriceAt } from "@/lib/sandbox/market/venue"
import { coinOfInstrument, okxData, okxRefusal, unknownInstrument } from "./okx-envelope"
import { integer, rowLimit, type Responder, type Scene } from "./responder"

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
export const okxSwap: Responder = (scene) => {
  const answer = answers[scene.url.pathname]
  if (answer === undefined) return null
  const coin = coinOfInstrument(scene.url, "-SWAP")
  return coin === undefined ? unknownInstrument() : answer(scene, coin)
}

const answers: Readonly<Record<string, (scene: Scene, coin: Coin) => Response>> = {
  "/api/v5/public/funding-rate-history": fundingHistory,
  "/api/v5/rubik/stat/contracts/open-interest-history": (scene, coin) =>
    statistics(scene, ({ atMs }) => openInterestRow(scene, coin, atMs)),
  "/api/v5/rubik/stat/contracts/long-short-account-ratio-contract": (scene, coin) =>
    statistics(scene, ({ atMs }) => [String(longShortRatioAt(scene.world, { venue: "okx", coin }, atMs))]),
  "/api/v5/rubik/stat/taker-volume-contract": (scene, coin) =>
    statistics(scene, ({ atMs, stepMs }) => takerRow(scene, coin, { fromMs: atMs, toMs: atMs + stepMs })),
}

function fundingHistory({ world, nowMs, url }: Scene, coin: Coin): Response {
  const lastMs = Math.floor(nowMs / FUNDING_MS) * FUNDING_MS
  const [olderThan, newerThan] = [integer(url, "after", nowMs + 1), integer(url, "before", 0)]
  const rows = []
  for (let age = 0; age < FUNDING_DEPTH; age++) {
    const settledMs = lastMs - age * FUNDING_MS
    if (settledMs >= olderThan || settledMs <= newerThan || settledMs < world.genesisMs) continue
    const rate = fundingRatioAt(world, { venue: "okx", coin }, settledMs).toFixed(10)
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
  return okxData(rows.slice(0, rowLimit(url, { usual: 100, most: 400 })))
}

/** Contracts, coins, dollars. */
function openInterestRow({ world }: Scene, coin: Coin, atMs: number) {
  const coins = openInterestAt(world, { venue: "okx", coin }, atMs)
  const usd = coins * venuePriceAt(world, "okx", coin, atMs)
  return [(coins / contractSize[coin]).toFixed(2), coins.toFixed(4), usd.toFixed(2)]
}

/** Sell before buy, in coins, contracts or dollars by `unit`. */
function takerRow({ world, nowMs, url }: Scene, coin: Coin, range: { fromMs: number; toMs: number }) {
  const { buyBase, sellBase } = takerFlow(world, { venue: "okx", coin }, { ...range, nowMs })
  const inContracts = 1 / contractSize[coin]
  const inUsd = venuePriceAt(world, "okx", coin, range.fromMs)
  const factor = [1, inContracts, inUsd][integer(url, "unit", 1)] ?? inContracts
  return [(sellBase * factor).toFixed(4), (buyBase * factor).toFixed(4)]
}

/** Rows by period, newest first, the running period included. From six hours on periods begin at 00:00 UTC+8. */
function statistics(
  { nowMs, url, world }: Scene,
  row: (at: { atMs: number; stepMs: number }) => readonly string[],
): Response {
  const period = /^(?<count>\d{1,2})(?<unit>[HD])(?<utc>utc)?$/.exec(url.searchParams.get("period") ?? "1H")?.groups
  if (period === undefined) return okxRefusal("51000", "Parameter period error")
  const hours = Number(period["count"]) * (period["unit"] === "D" ? 24 : 1)
  const stepMs = hours * HOUR_MS
  const shiftMs = hours >= 6 && period["utc"] === undefined ? 8 * HOUR_MS : 0
  const newestMs = Math.floor((nowMs + shiftMs) / stepMs) * stepMs - shiftMs
  const times = Array.from({ length: rowLimit(url, { usual: 100, most: 100 }) }, (_, age) => newestMs - age * stepMs)
  return okxData(
    times.filter((atMs) => atMs >= world.genesisMs).map((atMs) => [String(atMs), ...row({ atMs, stepMs })]),
  )
}
