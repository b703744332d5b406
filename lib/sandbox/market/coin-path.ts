import type { Coin } from "@/lib/domain/market/coin"
import type { Weather } from "./climate"
import { createRandom, normal, streamSeed } from "./random"

/** Points inside an hour: the price runs straight from one to the next, 7.5 minutes apart. */
export const POINTS = 8

/** One hour of one coin. `points` are the prices at its eighths, the last one is the close. */
export type CoinHour = { readonly volumeBase: number; readonly takerBuyShare: number }

type CoinCharacter = {
  readonly startUsd: number
  readonly endUsd: number
  readonly annualVolatility: number
  /** Correlation of the hourly return with the common shock. */
  readonly loading: number
  readonly hourlyVolumeUsd: number
}

const characters = {
  BTC: { startUsd: 9_000, endUsd: 96_000, annualVolatility: 0.55, loading: 0.92, hourlyVolumeUsd: 75e6 },
  ETH: { startUsd: 210, endUsd: 3_600, annualVolatility: 0.72, loading: 0.88, hourlyVolumeUsd: 45e6 },
  SOL: { startUsd: 4, endUsd: 185, annualVolatility: 1, loading: 0.82, hourlyVolumeUsd: 16e6 },
} as const satisfies Record<Coin, CoinCharacter>

const HOURS_PER_YEAR = 8_766
/** Over these years the anchor climbs from the first price to the second, then stays. */
const CLIMB_HOURS = 8 * HOURS_PER_YEAR
/** Pull of the anchor per hour: half of a deviation is gone in some 120 days. */
const PULL = Math.LN2 / (120 * 24)

/**
 * The price of one coin, an hour at a time.
 *
 * Writes the hour's points into `points` from `offset`; the open is the close before.
 */
export function createCoinPath(seed: number, coin: Coin) {
  const { startUsd, endUsd, annualVolatility, loading, hourlyVolumeUsd } = characters[coin]
  const random = createRandom(streamSeed(seed, coin))
  const hourlyVolatility = annualVolatility / Math.sqrt(HOURS_PER_YEAR)
  const own = Math.sqrt(1 - loading * loading)
  let logPrice = Math.log(startUsd)
  let hour = 0

  function step(weather: Weather, points: Float64Array, offset: number): CoinHour {
    const sigma = hourlyVolatility * weather.volatility
    const anchor = Math.log(startUsd) + Math.log(endUsd / startUsd) * Math.min(1, hour / CLIMB_HOURS)
    const shock = loading * weather.shock + own * normal(random)
    const change = sigma * (weather.drift + shock) + PULL * (anchor - logPrice)
    walk(change, sigma, points, offset)
    logPrice += change
    hour += 1
    const activity = Math.exp(0.35 * normal(random)) * (0.5 + Math.abs(shock)) * weather.volatility
    return {
      volumeBase: (hourlyVolumeUsd * activity) / Math.exp(logPrice),
      takerBuyShare: clamp(0.49 + 0.03 * shock + 0.01 * normal(random), 0.2, 0.8),
    }
  }

  /** A bridge: random steps, tilted so that the last one lands on the close. */
  function walk(change: number, sigma: number, points: Float64Array, offset: number): void {
    let sum = 0
    for (let i = 0; i < POINTS; i++) {
      sum += (random() + random() - 1) * sigma * 0.85
      points[offset + i] = sum
    }
    const tilt = change - sum
    for (let i = 0; i < POINTS; i++) {
      points[offset + i] = Math.exp(logPrice + (points[offset + i] ?? 0) + (tilt * (i + 1)) / POINTS)
    }
  }

  return { startUsd, step }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
