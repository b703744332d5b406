import { parameters } from "./parameters"

/** From very bearish to very bullish. */
export const DIRECTIONS = [
  "STRONG_SHORT",
  "SHORT",
  "LEAN_SHORT",
  "NEUTRAL",
  "LEAN_LONG",
  "LONG",
  "STRONG_LONG",
] as const

export type Direction = (typeof DIRECTIONS)[number]

const NEUTRAL_RANK = 3
const { lean, plain, strong, deadBand } = parameters.classes

/** The class of a score. */
export function directionOf(score: number): Direction {
  const size = Math.abs(score)
  const steps = size >= strong ? 3 : size >= plain ? 2 : size >= lean ? 1 : 0
  return at(NEUTRAL_RANK + Math.sign(score) * steps)
}

/** Every class that a score within the dead band of this one has, the most bearish first. */
export function directionsNear(score: number): readonly Direction[] {
  const [lowest, highest] = [directionOf(score - deadBand), directionOf(score + deadBand)]
  return DIRECTIONS.slice(DIRECTIONS.indexOf(lowest), DIRECTIONS.indexOf(highest) + 1)
}

/** +1 for the long classes, −1 for the short ones, 0 for NEUTRAL. */
export function sideOf(direction: Direction): -1 | 0 | 1 {
  const rank = DIRECTIONS.indexOf(direction)
  return rank > NEUTRAL_RANK ? 1 : rank < NEUTRAL_RANK ? -1 : 0
}

/** One step towards NEUTRAL. */
export function weakened(direction: Direction): Direction {
  return at(DIRECTIONS.indexOf(direction) - sideOf(direction))
}

/** No stronger short than LEAN_SHORT: what is stretched down tends to bounce (hold-out +2.0% in 7 days). */
export function guarded(direction: Direction): Direction {
  return at(Math.max(DIRECTIONS.indexOf("LEAN_SHORT"), DIRECTIONS.indexOf(direction)))
}

export type Verdict = "STRONG_LONG" | "LONG" | "NEUTRAL" | "SHORT" | "STRONG_SHORT"

/** A lean is no trade. */
export function verdictOf(direction: Direction): Verdict {
  return direction === "LEAN_LONG" || direction === "LEAN_SHORT" ? "NEUTRAL" : direction
}

function at(rank: number): Direction {
  return DIRECTIONS[rank] ?? "NEUTRAL"
}
