import fc from "fast-check"
import { expect, test } from "vitest"
import { calibrationError, reliabilityTable } from "./reliability"
import { baseRate, brierScore, brierSkill, type Forecast, intervalScore, logLoss } from "./scoring"
import { deflatedSharpe, expectedBestSharpe, minimumTrackRecord, probabilisticSharpe } from "./sharpe"
import { sharpePerPeriod, sharpeRatio, sharpeSample } from "./sharpe"

const forecasts: fc.Arbitrary<readonly Forecast[]> = fc.array(
  fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), happened: fc.boolean() }),
  { minLength: 1, maxLength: 60 },
)

const say = (probability: number, ...happened: readonly boolean[]): readonly Forecast[] =>
  happened.map((came) => ({ probability, happened: came }))

test("Brier score, skill and log loss match a hand calculation", () => {
  const mixed = [...say(0.8, true, true, false), ...say(0.3, false)]
  expect(brierScore(mixed)).toBeCloseTo((0.04 + 0.04 + 0.64 + 0.09) / 4, 12)
  expect(baseRate(mixed)).toBe(0.5)
  expect(brierSkill(mixed)).toBeCloseTo(1 - 0.2025 / 0.25, 12)
  expect(logLoss(say(0.5, true, false))).toBeCloseTo(Math.LN2, 12)
  expect(logLoss(say(0, true))).toBeCloseTo(-Math.log(1e-9), 6)
})

test("forecasting the base rate has a skill of 0, and a perfect forecast a skill of 1", () => {
  expect(brierSkill(say(0.25, true, false, false, false))).toBeCloseTo(0, 12)
  expect(brierSkill([...say(1, true), ...say(0, false)])).toBe(1)
  expect(brierSkill(say(0.7, true, true))).toBeNull()
  expect([brierScore([]), logLoss([]), baseRate([]), calibrationError([])]).toEqual([null, null, null, null])
})

test("the calibration error is the weighted distance of forecast and observed rates", () => {
  const table = [...say(0.75, true, true, true, false), ...say(0.35, true, false)]
  expect(calibrationError(table)).toBeCloseTo((4 * 0 + 2 * 0.15) / 6, 12)
  expect(reliabilityTable(table).map(({ from, n }) => [from, n])).toEqual([
    [0.3, 2],
    [0.7, 4],
  ])
})

test("every forecast is in one bin, and the error lies in [0, 1]", () => {
  fc.assert(
    fc.property(forecasts, (list) => {
      const table = reliabilityTable(list)
      expect(table.reduce((n, bin) => n + bin.n, 0)).toBe(list.length)
      expect(table.length).toBeLessThanOrEqual(10)
      const error = calibrationError(list) ?? Number.NaN
      expect(error).toBeGreaterThanOrEqual(0)
      expect(error).toBeLessThanOrEqual(1)
    }),
  )
})

test("the interval score at 80% is the width plus ten times each miss", () => {
  expect(intervalScore({ low: -2, high: 3 }, 0, 0.8)).toBe(5)
  expect(intervalScore({ low: -2, high: 3 }, 4, 0.8)).toBeCloseTo(15, 12)
  expect(intervalScore({ low: -2, high: 3 }, -2.5, 0.8)).toBeCloseTo(10, 12)
})

test("the Sharpe ratio matches a hand calculation and is null for a flat curve", () => {
  expect(sharpePerPeriod([0.01, 0.03])).toBeCloseTo(0.02 / Math.sqrt(0.0002), 12)
  expect(sharpeRatio([0.01, 0.03], 365)).toBeCloseTo((0.02 / Math.sqrt(0.0002)) * Math.sqrt(365), 9)
  expect(sharpeRatio([0.01, 0.01, 0.01], 365)).toBeNull()
  expect(sharpeSample([0.01, 0.03])).toBeNull()
  expect(sharpeSample([0.01, 0.03, 0.02])?.n).toBe(3)
})

test("probabilistic Sharpe ratio of the paper's hedge fund: 98.2% if normal, 91.3% as it is", () => {
  const fund = { ratio: 0.458, n: 24 }
  expect(probabilisticSharpe({ ...fund, skewness: 0, kurtosis: 3 }, 0)).toBeCloseTo(0.982, 3)
  expect(probabilisticSharpe({ ...fund, skewness: -2.448, kurtosis: 10.164 }, 0)).toBeCloseTo(0.913, 3)
})

test("deflated Sharpe ratio of the paper's example: 2.5 a year after 100 trials is 0.9004", () => {
  const sample = { ratio: 2.5 / Math.sqrt(250), n: 1250, skewness: -3, kurtosis: 10 }
  expect(expectedBestSharpe(100, 0.5 / 250)).toBeCloseTo(0.1132, 4)
  expect(deflatedSharpe(sample, 100, 0.5 / 250)).toBeCloseTo(0.9004, 4)
  expect(expectedBestSharpe(1, 1)).toBe(0)
})

test.each([
  [0.5, 10.8],
  [1, 2.7],
  [1.5, 1.2],
])("an annual Sharpe ratio of %f needs %f years to be shown", (annual, years) => {
  const sample = { ratio: annual / Math.sqrt(365), n: 1000, skewness: 0, kurtosis: 3 }
  expect((minimumTrackRecord(sample, 0) ?? 0) / 365).toBeCloseTo(years, 1)
})

test("a ratio at or below its benchmark can never be shown", () => {
  expect(minimumTrackRecord({ ratio: 0.1, n: 10, skewness: 0, kurtosis: 3 }, 0.1)).toBeNull()
})

test("more trials give a lower deflated Sharpe ratio", () => {
  const sample = { ratio: 0.1, n: 400, skewness: 0, kurtosis: 3 }
  const deflated = [1, 10, 100, 1000].map((trials) => deflatedSharpe(sample, trials, 1 / 400))
  expect(deflated).toEqual(deflated.toSorted((a, b) => b - a))
})
