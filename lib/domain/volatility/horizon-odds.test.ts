import fc from "fast-check"
import { expect, test } from "vitest"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { oddsWithin, sigmaOver } from "./horizon-odds"
import { forecastWith } from "@/tools/testing/engine/forecasts"
import { oddsCellOf } from "./odds-errors"
import { touchOdds } from "./touch"

const volatility = forecastWith({ sigma24h: 0.03, sigma7d: 0.085 })

test("a span has the variance until its end less that until its start", () => {
  const at = (elapsedHours: number, hours: number) =>
    sigmaOver(volatility, { elapsedMs: elapsedHours * HOUR_MS, hours })
  expect([at(0, 24), at(0, 168)].map((sigma) => sigma.toFixed(12))).toEqual(
    [0.03, 0.085].map((sigma) => sigma.toFixed(12)),
  )
  expect(at(3, 21) ** 2).toBeCloseTo(at(0, 24) ** 2 - at(0, 3) ** 2, 12)
})

test("a day and a week have the touch odds of the sealed levels", () => {
  for (const level of [90, 97, 101, 108]) {
    const sealed = touchOdds(level, 100, volatility)
    expect(oddsWithin(level, 100, { volatility, elapsedMs: 0, hours: 24 }).touch).toBeCloseTo(sealed.within24h, 12)
    expect(oddsWithin(level, 100, { volatility, elapsedMs: 0, hours: 168 }).touch).toBeLessThanOrEqual(sealed.within7d)
  }
})

const Level = fc.double({ min: 20, max: 500, noNaN: true })
const Hours = fc.integer({ min: 1, max: 720 })
const Elapsed = fc.double({ min: 0, max: 4 * HOUR_MS, noNaN: true })

test("odds are probabilities, closing beyond is rarer than touching, and farther levels are less likely", () => {
  fc.assert(
    fc.property(
      Level,
      Hours,
      Elapsed,
      fc.double({ min: 0.001, max: 50, noNaN: true }),
      (level, hours, elapsedMs, more) => {
        const span = { volatility, elapsedMs, hours }
        const near = oddsWithin(level, 100, span)
        const far = oddsWithin(level >= 100 ? level + more : Math.max(1, level - more), 100, span)
        expect(near.closeBeyond).toBeGreaterThanOrEqual(0)
        expect(near.touch).toBeLessThanOrEqual(1)
        expect(near.closeBeyond).toBeLessThanOrEqual(near.touch)
        expect(far.touch).toBeLessThanOrEqual(near.touch + 1e-12)
        expect(far.closeBeyond).toBeLessThanOrEqual(near.closeBeyond + 1e-12)
      },
    ),
  )
})

test("the level at the price is touched", () => {
  expect(oddsWithin(100, 100, { volatility, elapsedMs: 0, hours: 1 }).touch).toBe(1)
})

test("common odds have a measured cell on either side", () => {
  for (const hours of [20, 24, 28, 150, 168]) {
    for (const side of ["above", "below"] as const) {
      for (const touch of [0.1, 0.3, 0.5, 0.9]) {
        const cell = oddsCellOf({ hours, side, touch })
        expect(cell?.n).toBeGreaterThanOrEqual(300)
        expect(cell).toMatchObject({ side })
      }
    }
  }
})
