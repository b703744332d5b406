import { expect, test } from "vitest"
import { axisOf } from "./range-bar"

test("an axis has a margin, 4% by default, and room around equal values", () => {
  expect(axisOf([100, 200])).toEqual({ low: 96, high: 204 })
  expect(axisOf([100, 200], 0.08)).toEqual({ low: 92, high: 208 })
  const { low, high } = axisOf([5, 5])
  expect(low).toBeLessThan(5)
  expect(high).toBeGreaterThan(5)
})
