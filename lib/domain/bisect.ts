/**
 * The number of items before the first one for which `isTrue` is false, by binary search. `isTrue` must hold for a prefix of
 * the items and for no later one. Pure.
 */
export function countWhile<Item>(items: readonly Item[], isTrue: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && isTrue(item)) low = middle + 1
    else high = middle
  }
  return low
}
