import { expect, test } from "vitest"
import { priceAfterKey, snapped, stepOf } from "./price-steps"

const axis = { low: 90_123, high: 101_987 }

test("steps are round and about a thousandth of the price", () => {
  expect([96_412, 3_310, 238, 0.8].map(stepOf)).toEqual([100, 10, 0.1, 0.001])
})

test.each([
  ["ArrowUp", 96_500],
  ["ArrowDown", 96_300],
  ["PageUp", 97_400],
  ["PageDown", 95_400],
  ["Home", 90_200],
  ["End", 101_900],
  ["Enter", null],
])("%s moves the line from 96,400 to %s", (key, price) => {
  expect(priceAfterKey(key, 96_400, axis)).toBe(price)
})

test("a line stays within the plot, without binary remainders", () => {
  expect(priceAfterKey("PageUp", 101_900, axis)).toBe(101_900)
  expect(snapped(237.6999, { low: 230, high: 240 }, 0.1)).toBe(237.7)
})
