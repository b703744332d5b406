import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { closedColumns, newestColumns } from "@/lib/domain/market/columns"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { forecastWith } from "@/tools/testing/engine/forecasts"
import { closeBeyondProbability, expectedShortfall, quantilesOf, range80 } from "./cone"
import { WINDOWS_H } from "./features"
import { annualSigma, forecastVolatility, sigmaFor } from "./forecast"
import { forecastModel, type HarCoefficients, type HorizonModel } from "./forecast-model"
import { interpolate } from "./interpolate"
import { touchOdds, touchProbability } from "./touch"

const FIRST = Date.UTC(2026, 0, 1)

/** Hours that each range over `move`, so that a day's variance is 24 · ln(1 + move)² / (4 ln 2). */
function ranging(days: number, moveAt: (hour: number) => number, scale = 1) {
  const candles = Array.from({ length: days * 24 }, (_, hour) => {
    const lowUsd = scale * 100
    return {
      openTimeMs: FIRST + hour * HOUR_MS,
      openUsd: lowUsd,
      highUsd: lowUsd * (1 + moveAt(hour)),
      lowUsd,
      closeUsd: lowUsd,
      volumeBase: 1,
      takerBuyVolumeBase: null,
    }
  })
  const endMs = FIRST + days * 24 * HOUR_MS
  return { hours: closedColumns(candles, "1h", endMs), days: calmDays(endMs, scale) }
}

/** A year of days before `endMs` that each range over 2%. */
function calmDays(endMs: number, scale: number) {
  const candles = Array.from({ length: 365 }, (_, day) => {
    const lowUsd = scale * 100
    const openTimeMs = Math.floor(endMs / DAY_MS - 365 + day) * DAY_MS
    const prices = { openUsd: lowUsd, highUsd: lowUsd * 1.02, lowUsd, closeUsd: lowUsd }
    return { openTimeMs, ...prices, volumeBase: 1, takerBuyVolumeBase: null }
  })
  return closedColumns(candles, "1d", endMs)
}

describe("the volatility forecast", () => {
  /** 1 January 2026 is a Thursday: 61 days later it is Tuesday, 65 days later Saturday. */
  test("of a constant variance on a Tuesday matches a hand calculation", () => {
    const variance = Math.log(1.01) ** 2 / (4 * Math.LN2)
    const year = Math.log(1.02) ** 2 / (4 * Math.LN2)
    /** Log of the mean variance per day of the hours before Tuesday 00:00 UTC, each divided by that of its hour. */
    const before = (hours: number) => {
      const shares = Array.from({ length: hours }, (_, ago) => 1 / (hourOfWeek[(24 + 167 * (ago + 1)) % 168] ?? 1))
      return Math.log((24 * variance * shares.reduce((sum, share) => sum + share, 0)) / hours)
    }
    const of = ({ intercept, windows, year: weight }: HarCoefficients) =>
      Math.exp(
        intercept +
          WINDOWS_H.reduce((sum, hours, index) => sum + (windows[index] ?? 0) * before(hours), 0) +
          weight * Math.log(year),
      )
    const forecast = forecastVolatility(ranging(61, () => 0.01))
    expect(forecast?.sigma24h).toBeCloseTo(Math.sqrt(of(har.day)), 12)
    expect(forecast?.sigma7d).toBeCloseTo(Math.sqrt(7 * of(har.week)), 12)
    expect(forecast?.sigma30d).toBeCloseTo(Math.sqrt(30 * of(har.month)), 12)
  })

  test("is lower for a Saturday than for a Tuesday", () => {
    const on = (days: number) => forecastVolatility(ranging(days, () => 0.01))?.sigma24h ?? 0
    expect(on(65) / on(61)).toBeLessThan(0.8)
  })

  test("does not take a usual hour for a change: only an hour that is unlike its hour of the week counts", () => {
    const usual = (hour: number) => Math.exp(0.01 * Math.sqrt(hourOfWeek[(hour + 72) % 168] ?? 1)) - 1
    const [tuesday, thursday] = [61, 63].map((days) => forecastVolatility(ranging(days, usual))?.sigma7d ?? 0)
    const { monday } = har.week.weekdays
    expect(Math.abs(Math.log((tuesday ?? 0) / (thursday ?? 1)))).toBeLessThan(Math.abs(monday) + 0.01)
  })

  test("needs 60 days of hours, 300 days and a market that moves", () => {
    expect(forecastVolatility(ranging(49, () => 0.01))).toBeNull()
    expect(forecastVolatility(ranging(60, () => 0.01))).not.toBeNull()
    expect(forecastVolatility(ranging(61, () => 0))).toBeNull()
    expect(forecastVolatility(ranging(0, () => 0))).toBeNull()
    const { hours, days } = ranging(61, () => 0.01)
    expect(forecastVolatility({ hours, days: newestColumns(days, 299) })).toBeNull()
    expect(forecastVolatility({ hours, days: newestColumns(days, 300) })).not.toBeNull()
  })

  test("rises after a move of a day or a week, in either direction", () => {
    const calm = ranging(61, () => 0.01)
    const after = (change: number, hoursAgo: number) => {
      const close = calm.hours.close.map((price, i) =>
        i >= calm.hours.length - hoursAgo ? price * (1 + change) : price,
      )
      return forecastVolatility({ ...calm, hours: { ...calm.hours, close } })?.sigma24h ?? 0
    }
    const base = after(0, 1)
    for (const change of [0.05, -0.05]) {
      expect(after(change, 5), "a day").toBeGreaterThan(base)
      expect(after(change, 100), "a week").toBeGreaterThan(base)
    }
    expect(after(0.05, 200)).toBeCloseTo(base, 12)
  })

  test("does not depend on the price unit, and grows with recent moves", () => {
    const sigma = (moveAt: (hour: number) => number, scale = 1) =>
      forecastVolatility(ranging(61, moveAt, scale))?.sigma24h ?? 0
    expect(sigma(() => 0.01, 8)).toBe(sigma(() => 0.01))
    const isLast = (hour: number) => hour >= 60 * 24
    expect(sigma((hour) => (isLast(hour) ? 0.03 : 0.01))).toBeGreaterThan(sigma(() => 0.01))
  })

  test("gives a wider range when it is larger", () => {
    const volatility = forecastWith({ sigma24h: 0.02, sigma7d: 0.05 })
    const [narrow, wide] = [range80(100, volatility, "24h"), range80(100, volatility, "7d")]
    expect(narrow.low * narrow.high).toBeCloseTo(10_000, 6)
    expect(Math.log(narrow.high / 100)).toBeCloseTo((at(24).halfWidths[2] ?? 0) * 0.02, 12)
    expect(wide.low).toBeLessThan(narrow.low)
  })
})

const { har, hourOfWeek, horizons } = forecastModel

function at(hours: number): HorizonModel {
  const found = horizons.find((horizon) => horizon.hours === hours)
  if (found === undefined) throw new Error(`No horizon of ${hours} hours.`)
  return found
}

/** Forecasts whose variance per day is between a quarter and four times that of the day, from any hour on. */
const anyForecast = fc
  .record({
    sigma: fc.double({ min: 0.003, max: 0.12, noNaN: true }),
    week: fc.double({ min: 0.5, max: 2, noNaN: true }),
    month: fc.double({ min: 0.5, max: 2, noNaN: true }),
    hour: fc.integer({ min: 0, max: 500 }),
  })
  .map(({ sigma, week, month, hour }) => {
    const sigma7d = sigma * week * Math.sqrt(7)
    const sigma30d = Math.max(sigma7d, sigma * month * Math.sqrt(30))
    return { nowMs: FIRST + hour * HOUR_MS, sigma24h: sigma, sigma7d, sigma30d, percentile: 0.5 }
  })

const anyHours = fc.double({ min: 1, max: 720, noNaN: true })

describe("volatility by horizon", () => {
  test("is the forecast at 24 hours, 7 and 30 days, and grows with the horizon", () => {
    fc.assert(
      fc.property(anyForecast, anyHours, anyHours, (volatility, one, other) => {
        const sigma = (hours: number) => sigmaFor(volatility, hours)
        expect(sigma(24)).toBeCloseTo(volatility.sigma24h, 12)
        expect(sigma(168)).toBeCloseTo(volatility.sigma7d, 12)
        expect(sigma(720)).toBeCloseTo(volatility.sigma30d, 12)
        const [short, long] = [Math.min(one, other), Math.max(one, other)]
        expect(sigma(short)).toBeLessThanOrEqual(sigma(long))
        expect(sigma(short)).toBeGreaterThan(0)
        const rest = sigmaFor({ ...volatility, elapsedHours: short }, long)
        // The rest over no time at all has the smallest forecast, not 0.
        expect(Math.abs(rest ** 2 + sigma(short) ** 2 - sigma(long) ** 2)).toBeLessThan(1e-6)
      }),
    )
  })

  test("follows the usual hours of the week", () => {
    const volatility = forecastWith({ sigma24h: 0.024, sigma7d: 0.06 })
    const sum = (from: number, until: number) =>
      hourOfWeek.slice(from, until).reduce((total, variance) => total + variance, 0)
    // The forecast is made on Thursday at 00:00, 72 hours after Monday.
    expect(sigmaFor(volatility, 6) ** 2).toBeCloseTo((0.024 ** 2 * sum(72, 78)) / sum(72, 96), 12)
    expect(sigmaFor({ ...volatility, elapsedHours: 3 }, 4) ** 2).toBeCloseTo(
      (0.024 ** 2 * sum(75, 76)) / sum(72, 96),
      12,
    )
    expect(annualSigma(volatility, 24)).toBeCloseTo(0.024 * Math.sqrt(365), 12)
  })
})

describe("touch odds", () => {
  const volatility = forecastWith({ sigma24h: 0.025, sigma7d: 0.07 })

  test("at a tabulated probability equal the observed frequency", () => {
    // 2·(1 − Φ(z)) = 0.5 at z = 0.67449.
    const up = touchOdds(100 * Math.exp(0.674_489_750_196 * 0.025), 100, volatility)
    expect(up.within24h).toBeCloseTo(at(24).touch[forecastModel.raw.indexOf(0.5)] ?? 0, 9)
    // 2·(1 − Φ(z)) = 0.05 at z = 1.95996.
    const far = touchOdds(100 * Math.exp(-1.959_963_984_54 * 0.07), 100, volatility)
    expect(far.within7d).toBeCloseTo(at(168).touch[forecastModel.raw.indexOf(0.05)] ?? 0, 6)
  })

  test("of far levels have the frequency of fat tails, not of the normal distribution", () => {
    // 2·(1 − Φ(z)) is a millionth at z = 4.89.
    const down = (deviations: number) => touchOdds(100 * Math.exp(-deviations * 0.025), 100, volatility).within24h
    expect(down(4.9)).toBeGreaterThan(0.003)
    expect(down(6)).toBeGreaterThan(0.0015)
    expect(down(8)).toBeGreaterThan(0.0004)
    expect(touchOdds(100 * Math.exp(4.9 * 0.07), 100, volatility).within7d).toBeGreaterThan(0.003)
  })

  test("are equal above and below, fall with distance, rise with time, and are 1 at the price", () => {
    expect(touchOdds(100, 100, volatility)).toEqual({ within24h: 1, within7d: 1 })
    const share = fc.double({ min: 0.0001, max: 2, noNaN: true })
    fc.assert(
      fc.property(anyForecast, share, share, anyHours, anyHours, (forecast, distance, further, one, other) => {
        const touch = (away: number, hours: number) => touchProbability(100 * Math.exp(away), 100, forecast, hours)
        expect(touch(distance, one)).toBeCloseTo(touch(-distance, one), 9)
        expect(touch(distance + further, one)).toBeLessThanOrEqual(touch(distance, one) + 1e-11)
        const [short, long] = [Math.min(one, other), Math.max(one, other)]
        expect(touch(distance, short)).toBeLessThanOrEqual(touch(distance, long) + 1e-11)
        expect(touch(distance, long)).toBeGreaterThan(0)
        expect(touch(distance, long)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 500 },
    )
  })

  test("fall smoothly where no close has been: at twice the distance they are at least a thousandth, and never 0", () => {
    fc.assert(
      fc.property(anyForecast, anyHours, fc.double({ min: 3, max: 60, noNaN: true }), (forecast, hours, deviations) => {
        for (const odds of [touchProbability, closeBeyondProbability]) {
          const at = (away: number) => odds(100 * Math.exp(away * sigmaFor(forecast, hours)), 100, forecast, hours)
          expect(at(2 * deviations)).toBeGreaterThan(at(deviations) / 1000)
          expect(at(1.001 * deviations)).toBeGreaterThan(0.98 * at(deviations))
        }
      }),
    )
    expect(touchOdds(0, 100, volatility)).toEqual({ within24h: 0, within7d: 0 })
  })

  test("have maps that ascend with a frequency for every probability", () => {
    for (const { touch } of horizons) {
      expect(touch).toHaveLength(forecastModel.raw.length)
      expect([...touch]).toEqual([...touch].toSorted((a, b) => a - b))
    }
  })
})

describe("the cone", () => {
  test("has the quantiles that were measured, around the price, and the 80% range is one of them", () => {
    const volatility = forecastWith({ sigma24h: 0.02, sigma7d: 0.05 })
    const quantiles = quantilesOf(100, volatility, 24)
    expect(quantiles.map(({ pct }) => pct)).toEqual([1, 2.5, 5, 10, 25, 50, 75, 90, 95, 97.5, 99])
    const z = quantiles.map(({ priceUsd }) => Math.log(priceUsd / 100) / 0.02)
    const [, half = 0, tenth = 0, twentieth = 0, fortieth = 0, hundredth = 0] = at(24).halfWidths
    const up = [half, tenth, twentieth, fortieth, hundredth]
    for (const [index, width] of [...up.map((width) => -width).toReversed(), 0, ...up].entries()) {
      expect(z[index]).toBeCloseTo(width, 9)
    }
    expect(expectedShortfall(volatility, 24).long).toBeCloseTo(Math.exp(-at(24).shortfall * 0.02) - 1, 12)
  })

  test("has ascending quantiles that agree with the range, the odds of closing beyond, and the shortfall", () => {
    fc.assert(
      fc.property(anyForecast, anyHours, (volatility, hours) => {
        const quantiles = quantilesOf(100, volatility, hours)
        const prices = quantiles.map(({ priceUsd }) => priceUsd)
        expect(prices).toEqual(prices.toSorted((a, b) => a - b))
        for (const { pct, priceUsd } of quantiles) {
          const beyond = closeBeyondProbability(priceUsd, 100, volatility, hours)
          const touched = touchProbability(priceUsd, 100, volatility, hours)
          expect(beyond).toBeLessThanOrEqual(touched)
          expect(beyond).toBeCloseTo(Math.min(pct, 100 - pct) / 100, 9)
        }
        const [low, high] = [quantiles[2]?.priceUsd ?? 0, quantiles[8]?.priceUsd ?? 0]
        const { long, short } = expectedShortfall(volatility, hours)
        expect(long).toBeLessThan(low / 100 - 1)
        expect(short).toBeLessThan(1 - high / 100)
        for (const horizon of ["24h", "7d"] as const) {
          const ends = quantilesOf(100, volatility, horizon === "24h" ? 24 : 168)
          expect(range80(100, volatility, horizon)).toEqual({ low: ends[3]?.priceUsd, high: ends[7]?.priceUsd })
        }
      }),
    )
  })

  test("the odds of closing beyond a level fall with its distance and are halves at the price", () => {
    const share = fc.double({ min: 0, max: 0.9, noNaN: true })
    fc.assert(
      fc.property(anyForecast, anyHours, share, share, (volatility, hours, distance, further) => {
        const beyond = (away: number) => closeBeyondProbability(100 * Math.exp(away), 100, volatility, hours)
        expect(beyond(0)).toBeCloseTo(0.5, 12)
        expect(beyond(distance + further)).toBeLessThanOrEqual(beyond(distance))
        expect(beyond(distance)).toBeGreaterThan(0)
      }),
    )
  })
})

test("interpolation passes through its points, is linear between and constant beyond them", () => {
  const [xs, ys] = [
    [1, 2, 4],
    [10, 20, 0],
  ]
  expect([0, 1, 1.5, 2, 3, 4, 9].map((x) => interpolate(xs, ys, x))).toEqual([10, 10, 15, 20, 10, 0, 0])
})
