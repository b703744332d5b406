/** The change of a yield in basis points, from its current value and its relative change in percent. */
export function basisPoints(value: number | null, changePct: number | null): number | null {
  if (value === null || changePct === null) return null
  return Math.round(100 * (value - value / (1 + changePct / 100)))
}

/** `+5 bp`, `−3 bp` */
export function signedBasisPoints(points: number): string {
  return `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)} bp`
}
