import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { normalAt, smoothAt, streamOf } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

/** Venues with perpetual contracts, and their size against the largest one. */
const sizeOf = { "binance-futures": 1, bybit: 0.62, okx: 0.38, hyperliquid: 0.33, "kraken-futures": 0.04 } as const

type DerivativesVenue = keyof typeof sizeOf

/** One contract at one venue. */
export type Contract = { readonly venue: DerivativesVenue; readonly coin: Coin }

/** Coins on the largest venue, and how much wilder its traders are than those of bitcoin. */
const marketOf = {
  BTC: { openInterest: 96_000, turnover: 4.2, heat: 1 },
  ETH: { openInterest: 1_950_000, turnover: 5.1, heat: 1.2 },
  SOL: { openInterest: 10_400_000, turnover: 3.9, heat: 1.7 },
} as const satisfies Record<Coin, unknown>

/**
 * Funding as a fraction per 8 h that holds at an instant: the price of the last three days decides who pays.
 *
 * Quiet markets sit at the interest part, 0.01%, which caps moderate premiums.
 */
export function fundingRatioAt(market: SimulatedMarket, { venue, coin }: Contract, atMs: number): number {
  const { heat } = marketOf[coin]
  const shared = smoothAt(streamOf(market.seed, `funding/${coin}`), atMs / (30 * HOUR_MS))
  const own = smoothAt(streamOf(market.seed, `funding/${coin}/${venue}`), atMs / (9 * HOUR_MS))
  const move = returnOver(market, coin, atMs, 3 * DAY_MS)
  // Traders pay more to follow a rise than to follow a fall.
  const pull = move > 0 ? 0.0008 * move : 0.0004 * move
  const premium = 0.000_08 + pull + heat * (0.000_07 * shared + 0.000_02 * own)
  const capped = premium > 0.0001 ? Math.max(0.0001, premium - 0.000_12) : premium
  return Math.min(0.003, Math.max(-0.003, capped))
}

/** Open contracts, in coins: they increase during a trend and are closed when it ends. */
export function openInterestAt(market: SimulatedMarket, { venue, coin }: Contract, atMs: number): number {
  const slow = smoothAt(streamOf(market.seed, `oi/${coin}`), atMs / (20 * DAY_MS))
  const fast = smoothAt(streamOf(market.seed, `oi/${coin}/fast`), atMs / (14 * HOUR_MS))
  const own = smoothAt(streamOf(market.seed, `oi/${coin}/${venue}`), atMs / (3 * DAY_MS))
  const day = returnOver(market, coin, atMs, DAY_MS)
  const week = returnOver(market, coin, atMs, 7 * DAY_MS)
  const log = 0.14 * slow + 0.016 * fast + 0.02 * own + 0.35 * Math.tanh(week) + 0.25 * Math.min(0, day)
  return marketOf[coin].openInterest * sizeOf[venue] * Math.exp(log)
}

/** Long accounts divided by short accounts: small traders buy after a fall and sell after a rise. */
export function longShortRatioAt(market: SimulatedMarket, { venue, coin }: Contract, atMs: number): number {
  const slow = smoothAt(streamOf(market.seed, `accounts/${coin}`), atMs / (6 * DAY_MS))
  const own = smoothAt(streamOf(market.seed, `accounts/${coin}/${venue}`), atMs / (16 * HOUR_MS))
  const log = 0.45 - 1.6 * returnOver(market, coin, atMs, 4 * DAY_MS) + 0.16 * slow + 0.05 * own
  return Math.exp(Math.min(1.8, Math.max(-1.2, log)))
}

type TakerFlow = { readonly buyBase: number; readonly sellBase: number }

/** Market orders on the contract from `fromMs` (a whole hour) to `toMs`, as far as they have happened by `nowMs`. */
export function takerFlow(
  market: SimulatedMarket,
  { venue, coin }: Contract,
  range: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
): TakerFlow {
  const size = sizeOf[venue] * marketOf[coin].turnover
  const stream = streamOf(market.seed, `taker/${coin}/${venue}`)
  let [buyBase, sellBase] = [0, 0]
  for (const { openTimeMs, volumeBase, takerBuyVolumeBase } of market.candles(coin, "1h", range)) {
    const share = volumeBase > 0 ? (takerBuyVolumeBase ?? 0) / volumeBase : 0.5
    const offset = 0.008 * normalAt(stream, Math.floor(openTimeMs / HOUR_MS))
    const ownShare = Math.min(0.9, Math.max(0.1, share + offset))
    buyBase += volumeBase * size * ownShare
    sellBase += volumeBase * size * (1 - ownShare)
  }
  return { buyBase, sellBase }
}

type Liquidations = { readonly longBase: number; readonly shortBase: number }

/**
 * Coins of positions that were closed by force in the hours of a range, as far as they have happened by `nowMs`. Longs are closed
 * by a fall and shorts by a rise, and a move beyond the distance of most stops closes many at once.
 */
export function liquidationsIn(
  market: SimulatedMarket,
  contract: Contract,
  range: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
): Liquidations {
  const stream = streamOf(market.seed, `liquidations/${contract.coin}/${contract.venue}`)
  let [longBase, shortBase] = [0, 0]
  for (const { openTimeMs, openUsd, highUsd, lowUsd } of market.candles(contract.coin, "1h", range)) {
    const open = openInterestAt(market, contract, openTimeMs)
    const noise = Math.exp(0.5 * normalAt(stream, Math.floor(openTimeMs / HOUR_MS)))
    longBase += open * noise * closedBy(1 - lowUsd / openUsd)
    shortBase += open * noise * closedBy(highUsd / openUsd - 1)
  }
  return { longBase, shortBase }
}

const STOPS_AT = 0.008

/** The share of one side's positions that an adverse move within an hour closes. */
function closedBy(move: number): number {
  return 0.002 * move + 1.5 * Math.max(0, move - STOPS_AT) ** 1.5
}

/** Perpetual price divided by spot price; the funding rate follows it. */
export function basisRatioAt(market: SimulatedMarket, contract: Contract, atMs: number): number {
  return 1 + 0.6 * (fundingRatioAt(market, contract, atMs) - 0.0001)
}

/** Log return up to an instant. */
function returnOver(market: SimulatedMarket, coin: Coin, atMs: number, spanMs: number): number {
  return Math.log(market.priceAt(coin, atMs) / market.priceAt(coin, atMs - spanMs))
}
