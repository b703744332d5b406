import type { Direction } from "./direction"
import { parameters } from "./parameters"

/** A class and the 4h close of its decision. */
export type DecidedDirection = { readonly decisionTimeMs: number; readonly direction: Direction }

/**
 * The class that the dead band keeps: that of the directly preceding close. After a close without a call it is `null`, so
 * that an old class never decides. Seals, replays, answers and studies use the same rule.
 */
export function previousDirectionAt(last: DecidedDirection | null, decisionTimeMs: number): Direction | null {
  const ageMs = last === null ? Infinity : decisionTimeMs - last.decisionTimeMs
  return last !== null && ageMs > 0 && ageMs <= parameters.classes.keptForMs ? last.direction : null
}
