/**
 * p-values after Holm's step-down correction for the number of tests, in the order given; `null` stays and is not counted.
 *
 * @see Holm 1979, A simple sequentially rejective multiple test procedure.
 */
export function holmCorrected(ps: readonly (number | null)[]): readonly (number | null)[] {
  const known = ps.flatMap((p, index) => (p === null ? [] : [{ p, index }])).toSorted((a, b) => a.p - b.p)
  const adjusted: (number | null)[] = ps.map(() => null)
  let largest = 0
  for (const [rank, { p, index }] of known.entries()) {
    largest = Math.max(largest, Math.min(1, (known.length - rank) * p))
    adjusted[index] = largest
  }
  return adjusted
}
