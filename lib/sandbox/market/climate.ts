import { createRandom, normal, streamSeed } from "./random"

/** What all coins share in one hour. */
export type Weather = {
  /** Drift of the log price per hour, in units of the coin's hourly volatility. */
  readonly drift: number
  /** Volatility as a multiple of the coin's own long-run one. */
  readonly volatility: number
  /** The common shock: standard normal, fat-tailed by jumps. */
  readonly shock: number
}

const REGIMES = [
  { drift: 0.02, volatility: 0.95 }, // bull
  { drift: -0.022, volatility: 1.2 }, // bear
  { drift: 0, volatility: 0.7 }, // range
] as const

const SHORTEST_REGIME_H = 14 * 24
const LONGEST_REGIME_H = 90 * 24
/** Hourly persistence of log volatility: shocks to it fade with a half-life of three days. */
const PERSISTENCE = 0.9904
const VOLATILITY_OF_VOLATILITY = 0.055
const JUMP_CHANCE = 1 / 500
const JUMP_SIZE = 4.5

/** Hour after hour of a seeded market: regimes of weeks to months, volatility that clusters, a jump now and then. */
export function createClimate(seed: number): () => Weather {
  const random = createRandom(streamSeed(seed, "climate"))
  let regime: (typeof REGIMES)[number] = REGIMES[2]
  let hoursLeft = 0
  let logVolatility = 0
  return () => {
    if (hoursLeft === 0) {
      regime = REGIMES[Math.floor(random() * REGIMES.length)] ?? REGIMES[2]
      hoursLeft = Math.floor(SHORTEST_REGIME_H + random() * (LONGEST_REGIME_H - SHORTEST_REGIME_H))
    }
    hoursLeft -= 1
    logVolatility = PERSISTENCE * logVolatility + VOLATILITY_OF_VOLATILITY * normal(random)
    const jump = random() < JUMP_CHANCE ? JUMP_SIZE * normal(random) : 0
    return {
      drift: regime.drift,
      volatility: regime.volatility * Math.exp(logVolatility - 0.08),
      shock: normal(random) + jump,
    }
  }
}
