import fc from "fast-check"
import { expect, test } from "vitest"
import { sortRows } from "./sort-rows"

test("unknown values come last in both directions", () => {
  const rows = [{ v: 2 }, { v: null }, { v: 5 }, { v: 1 }]
  const values = (isDescending: boolean) => sortRows(rows, ({ v }) => v, isDescending).map(({ v }) => v)
  expect(values(true)).toEqual([5, 2, 1, null])
  expect(values(false)).toEqual([1, 2, 5, null])
})

test("texts sort by their letters", () => {
  expect(sortRows(["SOL", "BTC", "ETH"], (coin) => coin, false)).toEqual(["BTC", "ETH", "SOL"])
})

test("sorting keeps every row, and equal rows keep their order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 })), fc.boolean(), (keys, isDescending) => {
      const rows = keys.map((key, place) => ({ key, place }))
      const sorted = sortRows(rows, ({ key }) => key, isDescending)
      expect(sorted.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(rows.map(({ place }) => place))
      for (const [index, row] of sorted.entries()) {
        const before = sorted[index - 1]
        if (before?.key === row.key) expect(before.place).toBeLessThan(row.place)
      }
    }),
  )
})
