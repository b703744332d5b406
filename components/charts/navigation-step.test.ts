import fc from "fast-check"
import { expect, test } from "vitest"
import { nextPointIndex } from "./navigation-step"

test("the first arrow key selects the point at that end", () => {
  expect([nextPointIndex("ArrowRight", null, 4), nextPointIndex("ArrowDown", null, 4)]).toEqual([0, 0])
  expect([nextPointIndex("ArrowLeft", null, 4), nextPointIndex("ArrowUp", null, 4)]).toEqual([3, 3])
})

test("arrow keys move by one point and stop at the ends; Home and End jump to them", () => {
  expect([nextPointIndex("ArrowRight", 1, 4), nextPointIndex("ArrowRight", 3, 4)]).toEqual([2, 3])
  expect([nextPointIndex("ArrowLeft", 1, 4), nextPointIndex("ArrowLeft", 0, 4)]).toEqual([0, 0])
  expect([nextPointIndex("Home", 2, 4), nextPointIndex("End", 2, 4)]).toEqual([0, 3])
})

test("Escape leaves the points", () => {
  expect([nextPointIndex("Escape", 2, 4), nextPointIndex("Escape", null, 4)]).toEqual([null, null])
})

test("a chart without points handles no key, and no chart handles Tab or letters", () => {
  for (const key of ["ArrowRight", "ArrowLeft", "Home", "End"]) expect(nextPointIndex(key, null, 0)).toBeUndefined()
  for (const key of ["Tab", "Enter", "t", " "]) expect(nextPointIndex(key, 1, 4)).toBeUndefined()
})

test("no key sequence leaves the points, and every point is reachable from either end", () => {
  const keys = fc.array(fc.constantFrom("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"))
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 50 }), (keys, count) => {
      let at: number | null = null
      for (const key of keys) {
        at = nextPointIndex(key, at, count) ?? null
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThan(count)
      }
      const visited: number[] = []
      for (let i = 0; i < count; i++) visited.push(nextPointIndex("ArrowRight", visited.at(-1) ?? null, count) ?? -1)
      expect(visited).toEqual(Array.from({ length: count }, (_, i) => i))
    }),
  )
})
