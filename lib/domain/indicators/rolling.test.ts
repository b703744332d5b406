import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { rollingRange, rollingSum } from "./rolling"
import { at } from "./series"
import { standardDeviation } from "./standard-deviation"

const inputs = fc.record({
  values: fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 80 }).map((list) => Float64Array.from(list)),
  period: fc.integer({ min: 1, max: 30 }),
})

const windows = [
  { name: "rollingSum", rolling: rollingSum, naive: (window: Float64Array) => window.reduce((sum, x) => sum + x, 0) },
  {
    name: "highest",
    rolling: (v: Float64Array, period: number) => rollingRange(v, v, period).top,
    naive: (window: Float64Array) => Math.max(...window),
  },
  {
    name: "lowest",
    rolling: (v: Float64Array, period: number) => rollingRange(v, v, period).bottom,
    naive: (window: Float64Array) => Math.min(...window),
  },
  { name: "standardDeviation", rolling: standardDeviation, naive: populationSigma },
]

describe.each(windows)("$name", ({ rolling, naive }) => {
  test("equals the same window computed alone", () => {
    fc.assert(
      fc.property(inputs, ({ values, period }) => {
        const result = rolling(values, period)
        expect(result).toHaveLength(values.length)
        for (let i = 0; i < values.length; i++) {
          if (i < period - 1) expect(at(result, i)).toBeNaN()
          else expect(at(result, i)).toBeCloseTo(naive(values.slice(i - period + 1, i + 1)), 9)
        }
      }),
      { seed: 5 },
    )
  })

  test("a missing value affects only windows that contain it", () => {
    const values = Float64Array.from({ length: 30 }, (_, i) => (i === 10 ? NaN : i))
    const missing = [...rolling(values, 4)].flatMap((value, i) => (Number.isNaN(value) ? [i] : []))
    expect(missing).toEqual([0, 1, 2, 10, 11, 12, 13])
  })
})

test("the deviation of equal values is exactly 0, also when their mean is not representable", () => {
  expect([...standardDeviation(new Float64Array(9).fill(0.1), 7)].slice(6)).toEqual([0, 0, 0])
})

function populationSigma(window: Float64Array): number {
  const mean = window.reduce((sum, x) => sum + x, 0) / window.length
  return Math.sqrt(window.reduce((sum, x) => sum + (x - mean) ** 2, 0) / window.length)
}
