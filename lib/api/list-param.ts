/** A comma separated list whose order and repetitions mean nothing, in one order: another order is the same query. */
export function inOneOrder(list: string): string {
  return [...new Set(list.split(","))].toSorted().join(",")
}
