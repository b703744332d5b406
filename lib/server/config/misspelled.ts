const MAX_DISTANCE = 2
/** Shorter names are similar to too many other names. */
const MIN_LENGTH = 6

/** Unknown names that are similar to the name of a variable, or equal but for capitals. */
export function misspelledNames(
  names: readonly string[],
  known: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] {
  const candidates = known.filter((name) => name.length >= MIN_LENGTH)
  return names.flatMap((name) => {
    if (known.includes(name)) return []
    const inCapitals = known.find((candidate) => candidate === name.toUpperCase())
    if (inCapitals !== undefined) return [{ name, meant: inCapitals }]
    if (name.length < MIN_LENGTH) return []
    const meant = candidates.find((candidate) => distance(name, candidate) <= MAX_DISTANCE)
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** Insertions, deletions, substitutions, and exchanges of neighbours (optimal string alignment). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_DISTANCE) return MAX_DISTANCE + 1
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (last[j] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
