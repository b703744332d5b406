import type { Column } from "./data-table"

/** Rows in the order of a column. Equal rows keep their order and unknown values come last. Pure. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: NonNullable<Column<Row>["sortBy"]>,
  isDescending: boolean,
): readonly Row[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((first, second) => {
    const [a, b] = [sortBy(first), sortBy(second)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === "number" && typeof b === "number") return sign * (a - b)
    return sign * String(a).localeCompare(String(b))
  })
}
