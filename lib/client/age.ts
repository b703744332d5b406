/**
 * Age of an instant in milliseconds. An instant in the future counts as old by the same distance: the clock was set
 * back, so the data must not stay "fresh" until the clock catches up.
 */
export function ageMs(atMs: number, nowMs: number): number {
  return Math.abs(nowMs - atMs)
}
