import fc from "fast-check"
import { expect, test } from "vitest"
import { countWhile } from "./bisect"

test("countWhile() equals a linear count", () => {
  const sorted = fc.array(fc.integer({ min: 0, max: 50 })).map((values) => values.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(sorted, fc.integer({ min: -1, max: 51 }), (values, limit) => {
      expect(countWhile(values, (value) => value <= limit)).toBe(values.filter((value) => value <= limit).length)
    }),
  )
})

test("countWhile() tests fewer than 20 of 100,000 values", () => {
  let looks = 0
  const values = Array.from({ length: 100_000 }, (_, index) => index)
  expect(countWhile(values, (value) => ++looks > 0 && value < 77_777)).toBe(77_777)
  expect(looks).toBeLessThan(20)
})
