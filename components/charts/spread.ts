/**
 * Moves labels apart along one axis so that none covers another, as little as possible and in their order.
 *
 * @param places wanted places, in any order
 * @param gap least distance between two
 * @returns places in the order of the input, all within 0 and `end` if there is room
 */
export function spread(places: readonly number[], { gap, end }: { readonly gap: number; readonly end: number }) {
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
