import { DAY_MS } from "@/lib/domain/utc-day"
import { noiseAt, streamOf } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

/** Fear & Greed of the day that begins at `dayMs`, 0 to 100, from bitcoin's last 7 and 30 days and its volatility. */
export function fearGreedAt(market: SimulatedMarket, dayMs: number): number {
  const week = returnOver(market, dayMs, 7)
  const month = returnOver(market, dayMs, 30)
  const unrest = Math.log(volatility(market, dayMs, 7) / volatility(market, dayMs, 60))
  const mood = 0.62 * Math.tanh(week / 0.11) + 0.68 * Math.tanh(month / 0.2) - 0.3 * Math.tanh(unrest)
  const noise = 3 * noiseAt(streamOf(market.seed, "fear-greed"), Math.floor(dayMs / DAY_MS))
  return Math.round(Math.min(96, Math.max(5, 47 + 33 * mood + noise)))
}

/** The word that the provider puts beside a value. */
export function classify(value: number): string {
  if (value <= 25) return "Extreme Fear"
  if (value < 47) return "Fear"
  if (value < 55) return "Neutral"
  return value < 75 ? "Greed" : "Extreme Greed"
}

function returnOver(market: SimulatedMarket, dayMs: number, days: number): number {
  return Math.log(market.priceAt("BTC", dayMs) / market.priceAt("BTC", dayMs - days * DAY_MS))
}

/** Standard deviation of daily log returns, never zero. */
function volatility(market: SimulatedMarket, dayMs: number, days: number): number {
  let sum = 1e-6
  for (let day = 0; day < days; day++) sum += returnOver(market, dayMs - day * DAY_MS, 1) ** 2
  return Math.sqrt(sum / days)
}
