import { expect, test } from "vitest"
import { absent, firstPresent, lastValue, valueAt } from "./series"

test("an absent value and an index outside of the series are read as null", () => {
  const series = Float64Array.of(NaN, 0, 2)
  expect([valueAt(series, 0), valueAt(series, 1), valueAt(series, 2)]).toEqual([null, 0, 2])
  expect([valueAt(series, -1), valueAt(series, 3)]).toEqual([null, null])
})

test("the last value of an empty or still absent series is null", () => {
  expect(lastValue(new Float64Array())).toBeNull()
  expect(lastValue(absent(3))).toBeNull()
  expect(lastValue(Float64Array.of(NaN, 7))).toBe(7)
})

test("the first present index is the length when there is none", () => {
  expect(firstPresent(absent(3))).toBe(3)
  expect(firstPresent(Float64Array.of(NaN, 5, NaN))).toBe(1)
})
