import { normalAt, streamOf, uniformAt } from "./random"

/** Market conditions of one hour, shared by all coins. */
export type HourState = {
  /** Expected move of the log price, in units of the coin's hourly volatility. */
  readonly drift: number
  /** Volatility as a multiple of the coin's long-run volatility. */
  readonly volatility: number
  /** The common shock: mean 0, variance near 1, with fat tails and jumps. */
  readonly shock: number
  /** How busy the hour of the week is, near 1. */
  readonly season: number
}

const regimes = {
  bull: { drift: 0.012, volatility: 0.92 },
  bear: { drift: -0.013, volatility: 1.12 },
  range: { drift: 0, volatility: 0.72 },
} as const

const MIN_REGIME_H = 18 * 24
const MAX_REGIME_H = 98 * 24
/** Hourly persistence of log volatility: a burst halves in four days. */
const PERSISTENCE = 0.5 ** (1 / 96)
const VOLATILITY_OF_VOLATILITY = 0.04
/** How much of a shock's surprise goes into the volatility of the hours after it. */
const FEEDBACK = 0.033
/** Mean of |shock|, at most 3. */
const MEAN_ABSOLUTE = 0.73
const JUMP_CHANCE = 1 / 700
const JUMP_SIZE = 5
/** The share of hours with a wider range than the others. */
const WIDE_CHANCE = 1 / 40
const WIDE_SIZE = 3

/**
 * Market conditions hour by hour: regimes of weeks to months, clustered volatility, occasional jumps.
 *
 * The next regime tends to revert `deviation`, the distance of prices from their long-run level.
 */
export function createMarketRegimeProcess(seed: number): (hour: number, deviation: number) => HourState {
  const regimeStream = streamOf(seed, "regime")
  const volatilityStream = streamOf(seed, "volatility")
  const shockStream = streamOf(seed, "shock")
  const tailStream = streamOf(seed, "tail")
  let regime: keyof typeof regimes = "range"
  let regimeEndsAt = 0
  let logVolatility = 0

  return (hour, deviation) => {
    if (hour >= regimeEndsAt) {
      regime = nextRegime(uniformAt(regimeStream, 2 * hour), deviation)
      const length = uniformAt(regimeStream, 2 * hour + 1)
      regimeEndsAt = hour + Math.floor(MIN_REGIME_H + length * (MAX_REGIME_H - MIN_REGIME_H))
    }
    const shock = shockAt(hour)
    const { drift, volatility } = regimes[regime]
    const hourState = { drift, volatility: volatility * Math.exp(logVolatility), shock, season: seasonOf(hour) }
    const surprise = FEEDBACK * (Math.min(3, Math.abs(shock)) - MEAN_ABSOLUTE)
    logVolatility = PERSISTENCE * logVolatility + VOLATILITY_OF_VOLATILITY * normalAt(volatilityStream, hour) + surprise
    return hourState
  }

  function shockAt(hour: number): number {
    const tail = uniformAt(tailStream, 2 * hour)
    const base = normalAt(shockStream, hour) * (tail < WIDE_CHANCE ? WIDE_SIZE : 0.87)
    return tail > 1 - JUMP_CHANCE ? base + JUMP_SIZE * (uniformAt(tailStream, 2 * hour + 1) < 0.55 ? -1 : 1) : base
  }
}

function nextRegime(draw: number, deviation: number): keyof typeof regimes {
  const bull = Math.min(0.75, Math.max(0.08, 0.4 - 0.55 * deviation))
  const bear = Math.min(0.75, Math.max(0.08, 0.3 + 0.55 * deviation))
  if (draw < bull) return "bull"
  return draw > 1 - Math.min(bear, 1 - bull) ? "bear" : "range"
}

/** Busiest while both Europe and America trade, quiet at weekends. The simulation begins on a Tuesday at midnight UTC. */
function seasonOf(hour: number): number {
  const weekday = (2 + Math.floor(hour / 24)) % 7
  const weekend = weekday === 0 || weekday === 6 ? 0.62 : 1.1
  return weekend * (1 + 0.4 * Math.cos((2 * Math.PI * ((hour % 24) - 15)) / 24))
}
