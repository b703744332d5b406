import fc from "fast-check"
import { expect, test } from "vitest"
import { percentileInterval, replicates } from "./bootstrap"
import { maxDrawdown, simpleReturns } from "./drawdown"
import { effectiveN } from "./effective-n"
import { meanInterval, shareDiffersP, wilsonInterval } from "./interval"
import { mean, median, quantile, shape, sum, variance } from "./moments"
import { normalCdf, normalQuantile } from "./normal"
import { fillNormal, seedOf, seededRandom } from "./random"
import { spearman } from "./rank-correlation"
import { fitLine } from "./regression"

const finite = fc.double({ min: -1000, max: 1000, noNaN: true })
const draw = (seed: number) => Array.from({ length: 2000 }, seededRandom(seed))
const share = fc.double({ min: 0, max: 1, noNaN: true })

test("the normal distribution agrees with tables, also in the far tail", () => {
  expect(normalCdf(0)).toBeCloseTo(0.5, 15)
  expect(normalCdf(1.96)).toBeCloseTo(0.9750021048517795, 14)
  expect(normalCdf(-3)).toBeCloseTo(0.0013498980316300933, 15)
  expect(normalCdf(-10) / 7.61985302416053e-24).toBeCloseTo(1, 7)
  expect(normalCdf(40)).toBe(1)
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12)
})

test("quantile and distribution are inverse to each other", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (p) => {
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 10)
    }),
  )
})

// Newcombe 1998, Two-sided confidence intervals for the single proportion, table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("Wilson's interval of %i in %i equals the published interval", (hits, n, low, high) => {
  const interval = wilsonInterval(hits / n, n)
  expect(interval?.low).toBeCloseTo(low, 4)
  expect(interval?.high).toBeCloseTo(high, 4)
})

test("Wilson's interval contains the share, stays in [0, 1] and narrows with n", () => {
  fc.assert(
    fc.property(share, fc.double({ min: 1, max: 5000, noNaN: true }), (rate, n) => {
      const interval = wilsonInterval(rate, n)
      const narrower = wilsonInterval(rate, n * 4)
      if (interval === null || narrower === null) throw new Error("n is positive")
      expect(interval.low).toBeLessThanOrEqual(rate + 1e-12)
      expect(interval.high).toBeGreaterThanOrEqual(rate - 1e-12)
      expect(interval.low).toBeGreaterThanOrEqual(0)
      expect(interval.high).toBeLessThanOrEqual(1)
      expect(narrower.high - narrower.low).toBeLessThan(interval.high - interval.low)
    }),
  )
  expect(wilsonInterval(0.5, 0)).toBeNull()
})

test("55 wins in 100 do not differ from chance, 54% of 1,225 do", () => {
  expect(shareDiffersP(0.55, 100, 0.5)).toBeCloseTo(0.3173, 4)
  expect(shareDiffersP(0.54, 1225, 0.5)).toBeLessThan(0.01)
  expect(shareDiffersP(0.5, 0, 0.5)).toBeNull()
  expect(shareDiffersP(0.5, 10, 1)).toBeNull()
})

test("moments of a hand-computed sample", () => {
  const values = [2, 4, 4, 4, 5, 5, 7, 9]
  expect(mean(values)).toBe(5)
  expect(variance(values)).toBeCloseTo(32 / 7, 12)
  expect(median(values)).toBe(4.5)
  expect(quantile(values, 0.25)).toBe(4)
  expect(shape(values)?.skewness).toBeCloseTo(0.65625, 12)
  expect(shape(values)?.kurtosis).toBeCloseTo(2.78125, 12)
  expect([mean([]), variance([1]), quantile([], 0.5), shape([3, 3])]).toEqual([null, null, null, null])
})

test("the fitted line of Anscombe's data has the published coefficients and standard error", () => {
  const xs = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
  const ys = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
  const line = fitLine(xs, ys)
  expect(line?.intercept).toBeCloseTo(3.0001, 4)
  expect(line?.slope).toBeCloseTo(0.5001, 4)
  const half = ((line?.interceptInterval.high ?? 0) - (line?.interceptInterval.low ?? 0)) / 2
  expect(half / 1.959964).toBeCloseTo(1.1247, 4)
  expect(fitLine([1, 1, 1], [1, 2, 3])).toBeNull()
  expect(fitLine([1, 2], [1, 2])).toBeNull()
})

test("Spearman's coefficient matches the textbook sample, its bounds and its ties", () => {
  const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
  const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
  expect(spearman(iq, hours)).toBeCloseTo(-29 / 165, 12)
  expect(spearman([1, 2, 2, 3], [10, 20, 20, 30])).toBeCloseTo(1, 12)
  expect(spearman([1, 1], [1, 2])).toBeNull()
  expect(spearman([1], [1])).toBeNull()
})

test("a monotone change of scale does not change the rank correlation", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer(), fc.integer()), { minLength: 3, maxLength: 30 }), (pairs) => {
      const xs = pairs.map(([x]) => x)
      const ys = pairs.map(([, y]) => y)
      expect(
        spearman(
          xs.map((x) => 3 * x + 1),
          ys,
        ),
      ).toEqual(spearman(xs, ys))
    }),
  )
})

test("drawdown is the deepest fall from a peak, at most zero and independent of scale", () => {
  expect(maxDrawdown([100, 120, 60, 90, 130, 117])).toBeCloseTo(-0.5, 12)
  expect(maxDrawdown([1, 2, 3])).toBe(0)
  expect(maxDrawdown([])).toBe(0)
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: 1 }), (curve) => {
      const deepest = maxDrawdown(curve)
      expect(deepest).toBeLessThanOrEqual(0)
      expect(deepest).toBeGreaterThan(-1)
      expect(maxDrawdown(curve.map((value) => value * 4))).toBeCloseTo(deepest, 12)
    }),
  )
})

test("returns compound back to the curve", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: 2 }), (curve) => {
      const grown = simpleReturns(curve).reduce((value, step) => value * (1 + step), curve[0] ?? 0)
      expect(grown / (curve.at(-1) ?? 1)).toBeCloseTo(1, 9)
    }),
  )
})

test("random numbers repeat with their seed, stay in [0, 1) and are uniform", () => {
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(draw(1).every((value) => value >= 0 && value < 1)).toBe(true)
  expect(mean(draw(42))).toBeCloseTo(0.5, 1)
  expect(seedOf("BTC")).not.toBe(seedOf("ETH"))
  // FNV-1a of "a", from the authors' test vectors.
  expect(seedOf("a")).toBe(0xe40c292c)
})

test("normal numbers have the moments of their distribution and repeat with their seed", () => {
  const drawn = (length: number) => {
    const values = new Float64Array(length)
    fillNormal(values, seededRandom(3))
    return Array.from(values)
  }
  const values = drawn(20_001)
  expect(mean(values)).toBeCloseTo(0, 1)
  expect(variance(values)).toBeCloseTo(1, 1)
  expect(shape(values)?.kurtosis).toBeCloseTo(3, 0)
  const below = values.filter((value) => value < -1.96).length / values.length
  expect(below).toBeCloseTo(normalCdf(-1.96), 2)
  expect(drawn(20_001)).toEqual(values)
})

test("the bootstrap repeats with its seed and agrees with theory for independent values", () => {
  const random = seededRandom(5)
  const values = Array.from({ length: 400 }, () => random() - 0.5)
  const interval = (meanBlock: number) =>
    percentileInterval(
      replicates(values.length, (rows) => sum(Array.from(rows, (row) => values[row] ?? 0)) / rows.length, {
        meanBlock,
        reps: 500,
        random: seededRandom(1),
      }),
    )
  expect(interval(1)).toEqual(interval(1))
  const { low = 0, high = 0 } = interval(1) ?? {}
  const theory = 2 * 1.96 * Math.sqrt((variance(values) ?? 0) / values.length)
  expect((high - low) / theory).toBeGreaterThan(0.85)
  expect((high - low) / theory).toBeLessThan(1.15)
  expect(low).toBeLessThan(mean(values) ?? 0)
  expect(high).toBeGreaterThan(mean(values) ?? 0)
})

test("a block bootstrap of a slow wave gives a wider interval than of shuffled rows", () => {
  const wave = Array.from({ length: 300 }, (_, index) => Math.sin(index / 20))
  const width = (meanBlock: number) => {
    const statistic = (rows: Int32Array) => sum(Array.from(rows, (row) => wave[row] ?? 0)) / rows.length
    const options = { meanBlock, reps: 400, random: seededRandom(3) }
    const interval = percentileInterval(replicates(wave.length, statistic, options))
    return (interval?.high ?? 0) - (interval?.low ?? 0)
  }
  expect(width(30)).toBeGreaterThan(2 * width(1))
})

test("the bootstrap of an empty sample is null", () => {
  expect(percentileInterval(replicates(0, () => 1, { meanBlock: 5, reps: 10, random: seededRandom(1) }))).toBeNull()
})

test("2.8 years of daily 24 h calls on three coins are about 1,225 observations", () => {
  const dayMs = 86_400_000
  const three = effectiveN({ n: 2.8 * 365 * 3, spacingMs: dayMs, horizonMs: dayMs, coins: 3 })
  expect(three).toBeCloseTo(1226.4, 6)
  expect(effectiveN({ n: 600, spacingMs: dayMs / 6, horizonMs: dayMs, coins: 1 })).toBeCloseTo(100, 9)
  expect(effectiveN({ n: 10, spacingMs: dayMs, horizonMs: dayMs / 6, coins: 1 })).toBe(10)
  expect(effectiveN({ n: 0, spacingMs: 1, horizonMs: 1, coins: 0 })).toBe(0)
})

test("a mean's interval is ±1.96 deviations over the root of its effective sample size", () => {
  // By hand: 1, 2, 3, 4 have mean 2.5 and deviation √(5/3); as 2 observations.
  const half = 1.959964 * Math.sqrt(5 / 3 / 2)
  const bounds = meanInterval([1, 2, 3, 4], 2)
  expect(bounds?.low).toBeCloseTo(2.5 - half, 5)
  expect(bounds?.high).toBeCloseTo(2.5 + half, 5)
  expect([meanInterval([1], 1), meanInterval([], 0), meanInterval([1, 2], 0)]).toEqual([null, null, null])
})

test("the effective sample size is at most the number of observations", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (n, a, b) => {
      expect(effectiveN({ n, spacingMs: a, horizonMs: b, coins: 3 })).toBeLessThanOrEqual(n)
    }),
  )
})

test("quantiles are within the range of the values", () => {
  fc.assert(
    fc.property(fc.array(finite, { minLength: 1 }), share, (values, p) => {
      const value = quantile(values, p) ?? Number.NaN
      expect(value).toBeGreaterThanOrEqual(Math.min(...values))
      expect(value).toBeLessThanOrEqual(Math.max(...values))
    }),
  )
})
