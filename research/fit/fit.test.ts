import { describe, expect, test } from "vitest"
import { fold } from "@/research/candles"
import { NO_SERIES } from "@/research/series"
import type { Study } from "@/research/study"
import type { Candle } from "@/lib/domain/market/candle"
import { seededRandom } from "@/lib/domain/statistics/random"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { ForecastModel } from "@/lib/domain/volatility/forecast-model"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import type { FitClose } from "./closes"
import { modelAt } from "./dated-model"
import { closesKnownAt, closesOfStudy, fitModel } from "./fit-model"
import { isotonic } from "./isotonic"
import { leastSquares } from "./least-squares"
import { fitReport } from "./report"
import { walkForwardModels } from "./walk-forward"

const START_MS = Date.UTC(2021, 0, 1)
const DAYS = 826

/** Hours without drift whose volatility doubles in the last year. */
const hours = randomWalk(3)
const study = studyOf(hours)
const closes = halfDays(closesOfStudy(study))
const untilMs = START_MS + 700 * DAY_MS
const model = fitModel(study, closes, { untilMs })
/** The same market as it was known at the end of the fit. */
const cut = studyOf(hours.filter(({ openTimeMs }) => openTimeMs < untilMs))
const cutCloses = halfDays(closesOfStudy(cut))

test("leastSquares() finds the coefficients of an exact line, and a weight of 2 equals two equal rows", () => {
  const xs = [1, 2, 3, 4, 7].map((x) => [1, x])
  const solution = leastSquares(
    xs,
    xs.map(([, x = 0]) => 3 - 2 * x),
  )
  expect(solution[0]).toBeCloseTo(3, 9)
  expect(solution[1]).toBeCloseTo(-2, 9)
  const [mean] = leastSquares([[1], [1]], [0, 3], [2, 1])
  expect(mean).toBeCloseTo(1, 12)
  expect(() =>
    leastSquares(
      [
        [1, 1],
        [2, 2],
      ],
      [1, 2],
    ),
  ).toThrow(RangeError)
})

test("isotonic() averages neighbours in descending order and keeps the other values", () => {
  expect(isotonic([1, 3, 2, 4], [1, 1, 1, 1])).toEqual([1, 2.5, 2.5, 4])
  expect(isotonic([3, 2, 1], [1, 1, 2])).toEqual([1.75, 1.75, 1.75])
})

describe("fitModel()", () => {
  test("a fit does not change when data after its end is removed", () => {
    expect(fitModel(cut, cutCloses, { untilMs })).toEqual(model)
  })

  test("a fit that uses windows which end later changes when that data is removed", () => {
    /** Uses every close before the end of the fit, including closes whose outcome was not known then. */
    const futureFit = (of: Study, list: readonly FitClose[]) =>
      fitModel(
        of,
        list.filter(({ timeMs }) => timeMs < untilMs),
        { untilMs: START_MS + 9_999 * DAY_MS },
      ).har
    expect(futureFit(study, closes)).not.toEqual(futureFit(cut, cutCloses))
  })

  test("a fit uses a window only when the window has ended", () => {
    for (const close of closesKnownAt(closes, untilMs)) {
      for (const hours of [24, ...close.windows.keys()]) {
        expect(close.timeMs + hours * HOUR_MS).toBeLessThanOrEqual(untilMs)
      }
    }
  })

  test("a fit states its data, has the shape of the engine's model, and has no drift in its probabilities", () => {
    expect(model.seen).toMatchObject({ coins: ["BTC"], from: "2022-01-01", until: "2022-12-02" })
    expect(shapeOf(model)).toEqual(shapeOf(forecastModel))
    for (const { touch, halfWidths } of model.horizons) {
      for (const list of [touch, halfWidths]) expect([...list]).toEqual(list.toSorted((a, b) => a - b))
    }
    expect(model.hourOfWeek).toHaveLength(168)
    expect(model.hourOfWeek.reduce((sum, one) => sum + one, 0) / 168).toBeCloseTo(1, 3)
    expect(model.targets["14d"][1]?.[2]).toBeLessThan(0.55)
    expect(fitReport(model)).toContain("Target before stop within 14d")
  })

  test("a fit with a half-life gives recent closes more weight", () => {
    const recent = fitModel(study, closes, { untilMs, halfLifeMs: 60 * DAY_MS })
    expect(recent.har.day.intercept).not.toBe(model.har.day.intercept)
  })
})

test("walk-forward models begin at calendar quarters, and each uses only earlier data", () => {
  const models = walkForwardModels(study, closes)
  expect(models[0]?.fromMs).toBe(Date.UTC(2023, 0, 1))
  expect(models.length).toBe(2)
  for (const { fromMs, model: dated } of models) {
    expect(new Date(fromMs).toISOString()).toMatch(/-(01|04|07|10)-01T00:00:00/)
    expect(Date.parse(dated.seen.until)).toBeLessThanOrEqual(fromMs)
  }
  const [first, second] = models
  expect(modelAt(models, (first?.fromMs ?? 0) - 1)).toBeUndefined()
  expect(modelAt(models, (second?.fromMs ?? 0) - 1)).toBe(first?.model)
})

/** The model with every number set to 0 and without `seen`. */
function shapeOf(model: ForecastModel): unknown {
  const shape = { ...model, seen: null }
  return JSON.parse(JSON.stringify(shape), (_key, value: unknown) => (typeof value === "number" ? 0 : value))
}

/** A third of the closes, so that fits take less time. */
function halfDays(all: readonly FitClose[]): readonly FitClose[] {
  return all.filter(({ timeMs }) => timeMs % (12 * HOUR_MS) === 0)
}

function studyOf(candles: readonly Candle[]): Study {
  const history = { hours: candles, fourHours: fold(candles, "4h"), days: fold(candles, "1d") }
  return { histories: new Map([["BTC", history]]), series: NO_SERIES }
}

function randomWalk(seed: number): readonly Candle[] {
  const random = seededRandom(seed)
  let price = 100
  return Array.from({ length: DAYS * 24 }, (_, hour) => {
    const openUsd = price
    const sigma = 0.006 * (1 + 0.5 * Math.sin(hour / 700)) * (hour > 620 * 24 ? 2 : 1)
    price *= Math.exp((random() + random() + random() - 1.5) * 2 * sigma)
    return {
      openTimeMs: START_MS + hour * HOUR_MS,
      openUsd,
      highUsd: Math.max(openUsd, price) * (1 + 0.1 * sigma),
      lowUsd: Math.min(openUsd, price) * (1 - 0.1 * sigma),
      closeUsd: price,
      volumeBase: 10,
      takerBuyVolumeBase: null,
    }
  })
}
