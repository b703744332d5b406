/** Deepest fall from an earlier peak, as a fraction ≤ 0; 0 for an empty curve and for a curve that never falls. */
export function maxDrawdown(equity: readonly number[]): number {
  let peak = -Infinity
  let deepest = 0
  for (const value of equity) {
    peak = Math.max(peak, value)
    deepest = Math.min(deepest, value / peak - 1)
  }
  return deepest
}

/** Simple returns from one value to the next: one fewer than values. */
export function simpleReturns(equity: readonly number[]): readonly number[] {
  return equity.slice(1).map((value, index) => value / (equity[index] ?? Number.NaN) - 1)
}
