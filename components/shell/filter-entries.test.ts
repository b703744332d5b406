import { expect, test } from "vitest"
import { filterEntries, nextIndex } from "./filter-entries"

const entries = [
  { name: "Overview", hint: "signals for BTC" },
  { name: "Track record", hint: "win rate" },
  { name: "Receipts", hint: "what you bought" },
]
const names = (text: string) => filterEntries(entries, text).map(({ name }) => name)

test("an empty query returns all entries in order", () => {
  expect(names("")).toEqual(["Overview", "Track record", "Receipts"])
})

test("each word must occur in name or hint, in any case", () => {
  expect(names("BTC over")).toEqual(["Overview"])
  expect(names("btc receipts")).toEqual([])
})

test("names that start with the query come first", () => {
  expect(names("rec")).toEqual(["Receipts", "Track record"])
})

test("an alias counts like the start of a name", () => {
  const coins = [
    { name: "Overview", hint: "signals for BTC" },
    { name: "Bitcoin", alias: "BTC", hint: "in depth" },
    { name: "Buy BTC signal", hint: "$0.05" },
  ]
  expect(filterEntries(coins, "btc").map(({ name }) => name)).toEqual(["Bitcoin", "Buy BTC signal", "Overview"])
  expect(filterEntries(coins, "buy btc").map(({ name }) => name)).toEqual(["Buy BTC signal"])
})

test("arrow keys wrap around, and enter the list at the matching end", () => {
  expect([nextIndex(-1, 1, 4), nextIndex(-1, -1, 4)]).toEqual([0, 3])
  expect([nextIndex(0, 1, 4), nextIndex(3, 1, 4), nextIndex(0, -1, 4), nextIndex(3, -1, 4)]).toEqual([1, 0, 3, 2])
  expect(nextIndex(-1, -1, 1)).toBe(0)
})
