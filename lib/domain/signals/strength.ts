import { type Direction, stepsFromNeutral } from "./direction"
import { parameters } from "./parameters"

const { lean, plain, strong } = parameters.classes
/** |score| at which each class begins, and the end of the last class. */
const BOUNDS = [0, lean, plain, strong, 1] as const

/**
 * Strength of a call, 0–100: below 25 NEUTRAL, from 25 a lean, from 50 LONG or SHORT, from 75 a strong class. Within a
 * class it grows with the agreement of the votes. A stronger class always has a larger number, also when the class was
 * kept or weakened and differs from the class of the score.
 */
export function strengthOf(direction: Direction, score: number): number {
  const steps = stepsFromNeutral(direction)
  const [low, high] = [BOUNDS[steps] ?? 0, BOUNDS[steps + 1] ?? 1]
  const share = Math.min(1, Math.max(0, (Math.abs(score) - low) / (high - low)))
  const { strengthPerStep } = parameters
  const width = steps === BOUNDS.length - 2 ? strengthPerStep : strengthPerStep - 1
  return Math.round(strengthPerStep * steps + width * share)
}
