import { intervalMs, type Candle, type Interval } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createMarketRegimeProcess } from "./market-regime"
import { createCoinSeries } from "./coin-series"
import { joinCandles } from "./join-candles"

/** Default first hour of a market: 2019-01-01 00:00 UTC. */
export const GENESIS_MS = Date.UTC(2019, 0, 1)

/** A market ends after 25 years, so that a wrong clock cannot exhaust memory. */
const MAX_HOURS = 25 * 8766

/** Open times from `fromMs` (inclusive) to `toMs` (exclusive), as the market stands at `nowMs`. */
export type CandleRange = { readonly fromMs: number; readonly toMs: number; readonly nowMs: number }

/**
 * A simulated market: a pure function of seed and time. The past never changes, and no value depends on earlier calls.
 * Prices are US dollars on the largest venue.
 */
export type SimulatedMarket = {
  readonly seed: number
  readonly genesisMs: number
  /** The part of the provider's DeFi pools that exists; 1 is as many as the real provider lists. */
  readonly poolShare: number
  /** Continuous in time and always within the candle of its hour. */
  priceAt(coin: Coin, timeMs: number): number
  /** Ascending, without holes; the last one is the running candle when `range` reaches it. */
  candles(coin: Coin, interval: Interval, range: CandleRange): readonly Candle[]
}

type Options = { readonly seed: number; readonly genesisMs?: number; readonly poolShare?: number }

/** Hours are computed lazily: the first read of an hour computes it and all hours before. */
export function createSimulatedMarket({ seed, genesisMs = GENESIS_MS, poolShare = 1 }: Options): SimulatedMarket {
  const regimeProcess = createMarketRegimeProcess(seed)
  const seriesOf = {
    BTC: createCoinSeries(seed, "BTC"),
    ETH: createCoinSeries(seed, "ETH"),
    SOL: createCoinSeries(seed, "SOL"),
  } as const satisfies Record<Coin, unknown>
  const lastMs = genesisMs + MAX_HOURS * HOUR_MS
  let built = 0

  /** The hour that contains an instant, counted from genesis; it exists afterwards. */
  function reach(timeMs: number): number {
    const hour = Math.floor((timeMs - genesisMs) / HOUR_MS)
    if (hour < built) return hour
    for (const coin of COINS) seriesOf[coin].reserve(hour + 1)
    for (; built <= hour; built++) {
      const hourState = regimeProcess(built, seriesOf.BTC.relativeDeviation())
      for (const coin of COINS) seriesOf[coin].append(hourState)
    }
    return hour
  }

  function withinLife(timeMs: number): number {
    return Math.min(lastMs, Math.max(genesisMs, timeMs))
  }

  function candleAt(coin: Coin, openTimeMs: number, untilMs: number): Candle {
    const series = seriesOf[coin]
    let candle: Candle | undefined
    for (let hourMs = openTimeMs; hourMs < untilMs || candle === undefined; hourMs += HOUR_MS) {
      candle = joinCandles(candle, { openTimeMs: hourMs, ...series.after(reach(hourMs), untilMs - hourMs) })
    }
    return candle
  }

  return {
    seed,
    genesisMs,
    poolShare,
    priceAt(coin, timeMs) {
      const insideMs = withinLife(timeMs)
      const hour = reach(insideMs)
      const elapsedMs = insideMs - genesisMs - hour * HOUR_MS
      // Opens are stored. Prices within an hour are recomputed.
      return elapsedMs === 0 ? seriesOf[coin].openAt(hour) : seriesOf[coin].after(hour, elapsedMs).closeUsd
    },
    candles(coin, interval, range) {
      const stepMs = intervalMs[interval]
      const nowMs = withinLife(range.nowMs)
      const candles: Candle[] = []
      let openTimeMs = Math.ceil(Math.max(range.fromMs, genesisMs) / stepMs) * stepMs
      for (; openTimeMs < range.toMs && openTimeMs <= nowMs; openTimeMs += stepMs) {
        candles.push(candleAt(coin, openTimeMs, Math.min(openTimeMs + stepMs, nowMs)))
      }
      return candles
    },
  }
}
