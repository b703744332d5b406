import { DAY_MS } from "@/lib/domain/utc-day"
import { smoothAt, streamOf } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

/** US dollars in circulation when the simulation begins in 2019 and from 2027 on. */
const [START_USD, END_USD] = [4.2e9, 318e9]
const [START_MS, END_MS] = [Date.UTC(2019, 0, 1), Date.UTC(2027, 0, 1)]

/** Dollar stablecoins in circulation, in US dollars: money comes with rising prices, some weeks late. */
export function stablecoinSupplyAt(market: SimulatedMarket, atMs: number): number {
  const progress = Math.min(1, Math.max(0, (atMs - START_MS) / (END_MS - START_MS)))
  // The early years were the steepest.
  const trend = Math.log(START_USD) + Math.log(END_USD / START_USD) * (1 - (1 - progress) ** 2.2)
  const months = Math.log(market.priceAt("BTC", atMs) / market.priceAt("BTC", atMs - 75 * DAY_MS))
  const noise = 0.006 * smoothAt(streamOf(market.seed, "stablecoins"), atMs / (11 * DAY_MS))
  return Math.exp(trend + 0.035 * Math.tanh(months / 0.3) + noise)
}
