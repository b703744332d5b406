import { DAY_MS } from "@/lib/domain/utc-day"
import { noiseAt, smoothAt, streamOf } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { stablecoinSupplyAt } from "./stablecoins"

const ETH_SUPPLY = 120_700_000
const SOL_SUPPLY = 560_000_000

/** Halvings: the time, the coins that existed then, and the coins per day since then. */
const HALVINGS = [
  { fromMs: Date.UTC(2016, 6, 9), supply: 15_750_000, perDay: 1800 },
  { fromMs: Date.UTC(2020, 4, 11), supply: 18_375_000, perDay: 900 },
  { fromMs: Date.UTC(2024, 3, 20), supply: 19_687_500, perDay: 450 },
  { fromMs: Date.UTC(2028, 3, 14), supply: 20_343_750, perDay: 225 },
] as const

/** US dollars; `totalUsd` includes coins that have no price in the sandbox. */
export type MarketCap = {
  readonly btcUsd: number
  readonly ethUsd: number
  readonly totalUsd: number
  readonly volume24hUsd: number
}

/** The whole market at an instant: other coins follow ether and solana, further than these go. */
export function marketCapAt(market: SimulatedMarket, atMs: number): MarketCap {
  const btcUsd = bitcoinSupply(atMs) * market.priceAt("BTC", atMs)
  const ethUsd = ETH_SUPPLY * market.priceAt("ETH", atMs)
  const solUsd = SOL_SUPPLY * market.priceAt("SOL", atMs)
  const season = 1 + 0.16 * smoothAt(streamOf(market.seed, "market-cap/season"), atMs / (40 * DAY_MS))
  const otherUsd = season * (0.62 * (ethUsd + solUsd) + 0.06 * btcUsd)
  const totalUsd = btcUsd + ethUsd + solUsd + stablecoinSupplyAt(market, atMs) + otherUsd
  const busy = Math.exp(0.25 * noiseAt(streamOf(market.seed, "market-cap/volume"), Math.floor(atMs / DAY_MS)))
  return { btcUsd, ethUsd, totalUsd, volume24hUsd: 0.035 * busy * totalUsd }
}

export function bitcoinSupply(atMs: number): number {
  const era = HALVINGS.findLast(({ fromMs }) => fromMs <= atMs) ?? HALVINGS[0]
  return Math.min(21e6, era.supply + Math.max(0, (atMs - era.fromMs) / DAY_MS) * era.perDay)
}
