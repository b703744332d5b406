import { expect, test } from "vitest"
import { basisPoints, signedBasisPoints } from "./basis-points"

test.each([
  [4.12, 0.5, 2],
  [4.12, -1.2, -5],
  [4, 100, 200],
  [4, 0, 0],
  [null, 1, null],
  [4, null, null],
])("a yield of %s%% after a relative change of %s%% moved by %s basis points", (value, change, points) => {
  expect(basisPoints(value, change)).toBe(points)
})

test("basis points have a sign and a unit", () => {
  expect([5, -3, 0].map(signedBasisPoints)).toEqual(["+5 bp", "−3 bp", "0 bp"])
})
