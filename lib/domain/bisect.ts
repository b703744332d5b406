/**
 * How many items there are before the first of which it is not true, by halves. What is asked has to be true of a
 * beginning of them, and of nothing after it. Pure.
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
