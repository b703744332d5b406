import { intervalMs, type Candle, type Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { joinCandles } from "./join-candles"
import { smoothAt, streamOf } from "./random"
import type { CandleRange, SimulatedMarket } from "./simulated-market"

/** Venues with prices within some basis points of the market price. */
type Venue = "coinbase" | "kraken" | "okx" | "hyperliquid" | "bybit" | "kraken-futures"

type VenueProfile = {
  /** Share of the largest venue's volume. */
  readonly volumeShare: number
  /** Standard deviation of the difference. */
  readonly spreadBps: number
  /** How many hours a difference lasts. */
  readonly lastsHours: number
  /** Quotes US dollars; the others quote USDT. */
  readonly quotesUsd: boolean
}

const profiles = {
  // Traders watch the premium of American demand, so the premium must be large enough to see.
  coinbase: { volumeShare: 0.21, spreadBps: 3.4, lastsHours: 28, quotesUsd: true },
  kraken: { volumeShare: 0.07, spreadBps: 1.5, lastsHours: 6, quotesUsd: true },
  okx: { volumeShare: 0.34, spreadBps: 0.8, lastsHours: 4, quotesUsd: false },
  bybit: { volumeShare: 0.38, spreadBps: 0.9, lastsHours: 5, quotesUsd: false },
  "kraken-futures": { volumeShare: 0.03, spreadBps: 1.8, lastsHours: 8, quotesUsd: true },
  hyperliquid: { volumeShare: 0.55, spreadBps: 2.2, lastsHours: 12, quotesUsd: false },
} as const satisfies Record<Venue, VenueProfile>

/** Dollars for one USDT: the price deviates by a few basis points for days. Constant within an hour. */
export function usdtUsdAt(market: SimulatedMarket, timeMs: number): number {
  return 1 + 0.00016 * smoothAt(streamOf(market.seed, "usdt"), hourOf(timeMs) / 60)
}

/** The last price at one venue. */
export function venuePriceAt(market: SimulatedMarket, venue: Venue, coin: Coin, timeMs: number): number {
  return market.priceAt(coin, timeMs) * ratioOf(market, venue, coin)(timeMs)
}

/** Candles of one venue; longer ones are made of its hours, so that they agree. */
export function venueCandles(
  market: SimulatedMarket,
  venue: Venue,
  { coin, interval, ...range }: CandleRange & { readonly coin: Coin; readonly interval: Interval },
): readonly Candle[] {
  const stepMs = intervalMs[interval]
  const ratioAt = ratioOf(market, venue, coin)
  const { volumeShare } = profiles[venue]
  const fromMs = Math.ceil(range.fromMs / stepMs) * stepMs
  const toMs = Math.ceil(range.toMs / stepMs) * stepMs
  const byOpen = new Map<number, Candle>()
  for (const hour of market.candles(coin, "1h", { fromMs, toMs, nowMs: range.nowMs })) {
    const openTimeMs = Math.floor(hour.openTimeMs / stepMs) * stepMs
    const scaled = scale(hour, openTimeMs, { price: ratioAt(hour.openTimeMs), volume: volumeShare })
    byOpen.set(openTimeMs, joinCandles(byOpen.get(openTimeMs), scaled))
  }
  return [...byOpen.values()]
}

/** Price of the venue per simulated reference price, constant within an hour. */
function ratioOf(market: SimulatedMarket, venue: Venue, coin: Coin): (timeMs: number) => number {
  const { spreadBps, lastsHours, quotesUsd } = profiles[venue]
  const shared = streamOf(market.seed, venue)
  const own = streamOf(market.seed, `${venue}/${coin}`)
  return (timeMs) => {
    const hour = hourOf(timeMs)
    const noise = 0.85 * smoothAt(shared, hour / lastsHours) + 0.5 * smoothAt(own, hour / 5)
    return (1 + (spreadBps / 10_000) * noise) * (quotesUsd ? usdtUsdAt(market, timeMs) : 1)
  }
}

function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS)
}

function scale(candle: Candle, openTimeMs: number, by: { readonly price: number; readonly volume: number }): Candle {
  return {
    openTimeMs,
    openUsd: candle.openUsd * by.price,
    highUsd: candle.highUsd * by.price,
    lowUsd: candle.lowUsd * by.price,
    closeUsd: candle.closeUsd * by.price,
    volumeBase: candle.volumeBase * by.volume,
    takerBuyVolumeBase: (candle.takerBuyVolumeBase ?? 0) * by.volume,
  }
}
