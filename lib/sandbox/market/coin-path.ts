import type { Coin } from "@/lib/domain/market/coin"
import type { HourState } from "./market-regime"
import { bitsAt, noiseAt, normalAt, smoothAt, streamOf } from "./random"

const HOURS_PER_YEAR = 8766
/** Steps of the price within an hour, two minutes each. Between two steps, the price is linear. */
export const STEPS = 30

type CoinProfile = {
  /** Long-run level when the simulation begins, and from `CLIMB_HOURS` on. */
  readonly startUsd: number
  readonly endUsd: number
  /** The log price never leaves the long-run level by more than this. */
  readonly widestLog: number
  readonly annualVolatility: number
  /** Correlation of the hourly return with the common shock. */
  readonly loading: number
  /** On the largest venue, in a year like the last one. */
  readonly hourlyVolumeUsd: number
}

const profiles = {
  BTC: {
    startUsd: 13_500,
    endUsd: 92_000,
    widestLog: 0.95,
    annualVolatility: 0.5,
    loading: 0.925,
    hourlyVolumeUsd: 8e7,
  },
  ETH: { startUsd: 320, endUsd: 3300, widestLog: 1.15, annualVolatility: 0.66, loading: 0.87, hourlyVolumeUsd: 5e7 },
  SOL: { startUsd: 14, endUsd: 165, widestLog: 1.4, annualVolatility: 0.88, loading: 0.81, hourlyVolumeUsd: 1.7e7 },
} as const satisfies Record<Coin, CoinProfile>

/** The long-run level rises during these years and is constant afterwards. */
const CLIMB_HOURS = 7 * HOURS_PER_YEAR
/** A deviation from the long-run level halves in 170 days. */
const PULL = Math.LN2 / (170 * 24)
/** The part of an hour's surprise that the next hour reverses: prices overshoot, so a day moves less than its hours. */
const REVERSAL = 0.02
/** Prices begin below their long-run level, as real prices did. */
const START_DEVIATION = -0.5

/** One hour of one coin; its open is the close of the hour before. */
type HourStep = {
  readonly closeLog: number
  /** Hourly volatility of the log price. */
  readonly sigma: number
  readonly volumeBase: number
  readonly takerBuyShare: number
}

/** The price of one coin, an hour at a time, in order. */
export function createCoinPath(seed: number, coin: Coin) {
  const { startUsd, endUsd, widestLog, annualVolatility, loading, hourlyVolumeUsd } = profiles[coin]
  const shockStream = streamOf(seed, `${coin}/shock`)
  const volumeStream = streamOf(seed, `${coin}/volume`)
  const activityStream = streamOf(seed, `${coin}/busy`)
  const takerStream = streamOf(seed, `${coin}/taker`)
  const sentimentStream = streamOf(seed, `${coin}/mood`)
  const hourlyVolatility = annualVolatility / Math.sqrt(HOURS_PER_YEAR)
  const own = Math.sqrt(1 - loading * loading)
  const climbLog = Math.log(endUsd / startUsd)
  let deviation = START_DEVIATION * widestLog
  let lastSurprise = 0

  function logAt(hour: number): number {
    const climbed = Math.min(1, Math.max(0, hour / CLIMB_HOURS))
    return Math.log(startUsd) + climbLog * climbed + widestLog * Math.tanh(deviation / widestLog)
  }

  function step(hour: number, hourState: HourState): HourStep {
    const sigma = hourlyVolatility * hourState.volatility * Math.sqrt(hourState.season)
    const surprise = loading * hourState.shock + own * normalAt(shockStream, hour)
    const shock = surprise - REVERSAL * lastSurprise
    lastSurprise = surprise
    deviation += sigma * (hourState.drift + shock) - PULL * deviation
    const closeLog = logAt(hour + 1)
    const size = hourlyVolumeUsd * Math.exp(0.5 * climbLog * (Math.min(1, hour / CLIMB_HOURS) - 1))
    const noise = Math.exp(0.3 * smoothAt(activityStream, hour / 30) + 0.22 * noiseAt(volumeStream, hour))
    const activity = noise * (0.42 + 0.7 * Math.abs(shock)) * hourState.volatility * hourState.season
    const takerImbalance =
      0.012 * smoothAt(sentimentStream, hour / 26) + 0.012 * noiseAt(takerStream, hour) + 0.016 * shock
    return {
      closeLog,
      sigma,
      volumeBase: (size * activity) / Math.exp(closeLog),
      takerBuyShare: 0.497 + 0.12 * Math.tanh(takerImbalance / 0.12),
    }
  }

  return { openLog: logAt(0), step, relativeDeviation: () => deviation / widestLog }
}

type Bridge = { readonly stream: number; readonly hour: number; readonly changeLog: number; readonly sigma: number }

/** Deviation of the price within an hour, so that highs and lows are as far apart as those of real coins. */
const RANGE_FACTOR = 1.17

/**
 * Log price at each two minutes of an hour, relative to its open: 31 values from 0 to `changeLog`, into `out`.
 *
 * A bridge: steps of random sign and size, tilted so that the last one lands on the close.
 */
export function fillBridge({ stream, hour, changeLog, sigma }: Bridge, out: Float64Array): void {
  // A uniform of ±w has variance w²/3.
  const width = RANGE_FACTOR * sigma * Math.sqrt(3 / STEPS)
  let sum = 0
  out[0] = 0
  for (let step = 0; step < STEPS; step += 2) {
    const bits = bitsAt(stream, (hour * STEPS + step) / 2)
    sum += width * ((bits & 0xffff) / 32_768 - 1)
    out[step + 1] = sum
    sum += width * ((bits >>> 16) / 32_768 - 1)
    out[step + 2] = sum
  }
  const tilt = (changeLog - sum) / STEPS
  for (let step = 1; step < STEPS; step++) out[step] = (out[step] ?? 0) + tilt * step
  out[STEPS] = changeLog
}
