import type { Direction } from "./direction"
import { parameters } from "./parameters"

/** A class with the 4h close that it was decided at. */
export type DecidedDirection = { readonly decisionTimeMs: number; readonly direction: Direction }

/**
 * The class that the dead band of a close holds on to: that of the close directly before, whoever asks (the seal, its
 * replay, a buyer, a study). After a close without a call there is none: how a market was days ago would otherwise
 * decide, and while a past is written its newest class changes by the second.
 */
export function previousDirectionAt(last: DecidedDirection | null, decisionTimeMs: number): Direction | null {
  const ageMs = last === null ? Infinity : decisionTimeMs - last.decisionTimeMs
  return last !== null && ageMs > 0 && ageMs <= parameters.classes.keptForMs ? last.direction : null
}
