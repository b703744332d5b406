/**
 * Moves labels apart along one axis so that none overlap, with minimal movement and in the same order.
 *
 * @param places wanted positions, in any order
 * @param gap minimum distance between two labels
 * @returns positions in the input order, all within 0 and `end` if there is room
 */
export function separateLabels(
  places: readonly number[],
  { gap, end }: { readonly gap: number; readonly end: number },
) {
  const order = places.map((place, index) => ({ place, index })).toSorted((a, b) => a.place - b.place)
  const moved: number[] = []
  let previous = Number.NEGATIVE_INFINITY
  for (const { place } of order) {
    previous = Math.max(place, previous + gap, 0)
    moved.push(previous)
  }
  let limit = end
  for (let i = moved.length - 1; i >= 0; i--) {
    moved[i] = Math.min(moved[i] ?? 0, limit)
    limit = (moved[i] ?? 0) - gap
  }
  const result = Array.from(places, () => 0)
  order.forEach(({ index }, i) => {
    result[index] = moved[i] ?? 0
  })
  return result
}
