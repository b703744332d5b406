import { HOUR_MS } from "@/lib/domain/utc-day"
import { noiseAt, smoothAt, streamOf } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

type Altcoin = {
  /** Price while ether is at its reference. */
  readonly usd: number
  /** Power of ether's price that the coin follows. */
  readonly beta: number
  readonly dailyVolumeUsd: number
  readonly sizeDecimals: number
  readonly maxLeverage: number
}

const ETHER_REFERENCE_USD = 3300

const coin = (
  usd: number,
  beta: number,
  dailyVolumeUsd: number,
  sizeDecimals: number,
  maxLeverage: number,
): Altcoin => ({
  usd,
  beta,
  dailyVolumeUsd,
  sizeDecimals,
  maxLeverage,
})

/** Contracts beside those on BTC, ETH and SOL. `kPEPE` and `kBONK` are a thousand coins. */
export const ALTCOINS: Readonly<Record<string, Altcoin>> = {
  HYPE: coin(33, 1, 4.1e8, 2, 10),
  XRP: coin(2.3, 0.9, 2.6e8, 0, 20),
  DOGE: coin(0.19, 1.2, 1.4e8, 0, 10),
  SUI: coin(2.9, 1.3, 1.1e8, 1, 10),
  BNB: coin(880, 0.7, 7.4e7, 3, 10),
  ADA: coin(0.62, 1.1, 5.8e7, 0, 10),
  LINK: coin(16.4, 1.1, 5.2e7, 1, 10),
  AVAX: coin(18.9, 1.2, 4.6e7, 2, 10),
  LTC: coin(96, 0.7, 3.3e7, 2, 10),
  kPEPE: coin(0.0071, 1.5, 3.1e7, 0, 10),
  AAVE: coin(205, 1.1, 2.7e7, 2, 10),
  ENA: coin(0.34, 1.5, 2.4e7, 0, 10),
  TAO: coin(372, 1.2, 2.2e7, 3, 5),
  NEAR: coin(2.2, 1.2, 1.9e7, 1, 10),
  UNI: coin(6.3, 1.1, 1.7e7, 1, 10),
  WIF: coin(0.52, 1.6, 1.5e7, 0, 5),
  BCH: coin(520, 0.8, 1.4e7, 3, 10),
  ARB: coin(0.29, 1.2, 1.3e7, 1, 10),
  DOT: coin(2.8, 1.1, 1.2e7, 1, 10),
  kBONK: coin(0.0134, 1.5, 1.1e7, 0, 10),
  OP: coin(0.41, 1.3, 8.8e6, 1, 5),
  INJ: coin(7.4, 1.3, 7.9e6, 1, 5),
  TIA: coin(0.93, 1.4, 7.1e6, 1, 5),
  APT: coin(2.9, 1.2, 6.6e6, 2, 10),
  ATOM: coin(2.7, 1, 5.2e6, 2, 5),
  CRV: coin(0.44, 1.3, 4.9e6, 1, 10),
}

/** Continuous in time: ether's move and moves of its own that last weeks, days and minutes. */
export function altcoinPriceAt(market: SimulatedMarket, symbol: string, atMs: number): number {
  const { usd, beta } = ALTCOINS[symbol] ?? coin(1, 1, 0, 0, 1)
  const own = (name: string, hours: number) =>
    smoothAt(streamOf(market.seed, `${symbol}/${name}`), atMs / (hours * HOUR_MS))
  const log = 0.16 * own("month", 500) + 0.03 * own("day", 26) + 0.007 * own("hours", 3) + 0.0012 * own("minutes", 0.1)
  return usd * (market.priceAt("ETH", atMs) / ETHER_REFERENCE_USD) ** beta * Math.exp(log)
}

/** Value that was traded within the day before, US dollars. */
export function altcoinVolumeAt(market: SimulatedMarket, symbol: string, atMs: number): number {
  const busy = noiseAt(streamOf(market.seed, `${symbol}/volume`), Math.floor(atMs / (4 * HOUR_MS)))
  return (ALTCOINS[symbol]?.dailyVolumeUsd ?? 0) * Math.exp(0.3 * busy)
}
