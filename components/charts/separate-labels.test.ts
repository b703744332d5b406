import fc from "fast-check"
import { expect, test } from "vitest"
import { separateLabels } from "./separate-labels"

test("labels that do not overlap stay in place", () => {
  expect(separateLabels([10, 50, 90], { gap: 5, end: 100 })).toEqual([10, 50, 90])
})

test("overlapping labels move apart and keep their order", () => {
  expect(separateLabels([50, 50, 10], { gap: 5, end: 100 })).toEqual([50, 55, 10])
  expect(separateLabels([99, 100], { gap: 5, end: 100 })).toEqual([95, 100])
})

test("with enough space labels do not overlap, stay on the axis and keep their order", () => {
  const places = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 15 })
  fc.assert(
    fc.property(places, (places) => {
      const moved = separateLabels(places, { gap: 6, end: 100 })
      const sorted = moved.toSorted((a, b) => a - b)
      for (const [i, place] of sorted.entries()) {
        expect(place).toBeGreaterThanOrEqual(-1e-9)
        expect(place).toBeLessThanOrEqual(100 + 1e-9)
        if (i > 0) expect(place - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(6 - 1e-9)
      }
      places.forEach((a, i) =>
        places.forEach((b, j) => {
          if (a < b) expect(moved[i]).toBeLessThan(moved[j] ?? 0)
        }),
      )
    }),
  )
})
