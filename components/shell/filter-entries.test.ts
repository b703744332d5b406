import { expect, test } from "vitest"
import { filterEntries, nextIndex } from "./filter-entries"

const entries = [
  { name: "Overview", hint: "signals for BTC" },
  { name: "Track record", hint: "win rate" },
  { name: "Receipts", hint: "what you bought" },
]
const names = (text: string) => filterEntries(entries, text).map(({ name }) => name)

test("no text finds everything in its order", () => {
  expect(names("")).toEqual(["Overview", "Track record", "Receipts"])
})

test("each word must be found, in name or hint, in any case", () => {
  expect(names("BTC over")).toEqual(["Overview"])
  expect(names("btc receipts")).toEqual([])
})

test("a name that begins with the text stands before one that holds it", () => {
  expect(names("rec")).toEqual(["Receipts", "Track record"])
})

test("arrows walk around both ends, and enter the list at the end that they point from", () => {
  expect([nextIndex(-1, 1, 4), nextIndex(-1, -1, 4)]).toEqual([0, 3])
  expect([nextIndex(0, 1, 4), nextIndex(3, 1, 4), nextIndex(0, -1, 4), nextIndex(3, -1, 4)]).toEqual([1, 0, 3, 2])
  expect(nextIndex(-1, -1, 1)).toBe(0)
})
