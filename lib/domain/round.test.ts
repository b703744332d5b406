import fc from "fast-check"
import { expect, test } from "vitest"
import { round, roundOrNull } from "./round"

test("rounding removes binary noise, rounds halves away from zero and never returns -0", () => {
  expect(round(0.1 + 0.2, 6)).toBe(0.3)
  expect(round(1.005, 2)).toBe(1.01)
  expect(round(-2.5, 0)).toBe(-3)
  expect(Object.is(round(-0.001, 2), 0)).toBe(true)
  expect(round(1e-9, 2)).toBe(0)
  expect(roundOrNull(null, 2)).toBeNull()
  expect(roundOrNull(1.239, 2)).toBe(1.24)
})

test("rounding changes a value by at most half a step and is idempotent", () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
      const rounded = round(value, digits)
      // Neighbouring doubles of a large value lie further apart than the step itself.
      const spacing = Number.EPSILON * Math.abs(value)
      expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5000001 * 10 ** -digits + spacing)
      expect(round(rounded, digits)).toBe(rounded)
    }),
  )
})
