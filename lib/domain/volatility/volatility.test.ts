import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { closedColumns } from "@/lib/domain/market/columns"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { forecastVolatility, range80 } from "./forecast"
import { interpolate } from "./interpolate"
import { touchOdds } from "./touch"
import { touchMaps } from "./touch-maps"

const FIRST = Date.UTC(2026, 0, 1)

/** Hours whose close alternates by `move`, so that every day's realised variance is 24 · ln(1 + move)². */
function alternating(days: number, move: number, scale = 1) {
  const candles = Array.from({ length: days * 24 + 1 }, (_, i) => {
    const closeUsd = scale * 100 * (i % 2 ? 1 + move : 1)
    return {
      openTimeMs: FIRST + (i - 1) * HOUR_MS,
      openUsd: closeUsd,
      highUsd: closeUsd,
      lowUsd: closeUsd,
      closeUsd,
      volumeBase: 1,
      takerBuyVolumeBase: null,
    }
  })
  return closedColumns(candles, "1h", FIRST + days * 24 * HOUR_MS)
}

describe("the log-HAR forecast", () => {
  test("of a constant variance is the published formula", () => {
    const variance = 24 * Math.log(1.01) ** 2
    const day = Math.exp(-0.7533 + (0.3746 + 0.3383 + 0.1972) * Math.log(variance) + 0.6561 / 2)
    const week = Math.exp(-1.3458 + (0.2241 + 0.2242 + 0.3392) * Math.log(variance) + 0.4396 / 2)
    const forecast = forecastVolatility(alternating(40, 0.01))
    expect(forecast?.sigma24h).toBeCloseTo(Math.sqrt(day), 12)
    expect(forecast?.sigma7d).toBeCloseTo(Math.sqrt(7 * week), 12)
  })

  test("needs 30 complete days, and a market that moves", () => {
    expect(forecastVolatility(alternating(29, 0.01))).toBeNull()
    expect(forecastVolatility(alternating(30, 0.01))).not.toBeNull()
    expect(forecastVolatility(alternating(40, 0))).toBeNull()
  })

  test("does not depend on the unit of the price, and grows with what moved", () => {
    const sigma = (move: number, scale = 1) => forecastVolatility(alternating(40, move, scale))?.sigma24h ?? 0
    expect(sigma(0.01, 8)).toBe(sigma(0.01))
    expect(sigma(0.02)).toBeGreaterThan(sigma(0.01))
  })

  test("gives a range around the price, wider for the same odds when more is expected", () => {
    const [narrow, wide] = [range80(100, 0.02), range80(100, 0.05)]
    expect(narrow.low * narrow.high).toBeCloseTo(10_000, 6)
    expect(wide.low).toBeLessThan(narrow.low)
  })
})

describe("touch odds", () => {
  const volatility = { sigma24h: 0.025, sigma7d: 0.07 }

  test("are the observed frequency where the formula gives a tabled probability", () => {
    // 2·(1 − Φ(z)) = 0.5 at z = 0.67449.
    const up = touchOdds(100 * (1 + 0.674_489_750_196 * 0.025), 100, volatility)
    const down = touchOdds(100 * (1 - 0.674_489_750_196 * 0.025), 100, volatility)
    expect(up.within24h).toBeCloseTo(0.39, 9)
    expect(down.within24h).toBeCloseTo(0.431, 9)
  })

  test("fall with distance, rise with time, and are certain at the price", () => {
    expect(touchOdds(100, 100, volatility)).toEqual({ within24h: 1, within7d: 1 })
    fc.assert(
      fc.property(
        fc.double({ min: 0.0001, max: 0.9, noNaN: true }),
        fc.double({ min: 0.0001, max: 0.09, noNaN: true }),
        fc.constantFrom(1, -1),
        (distance, further, side) => {
          const near = touchOdds(100 * (1 + side * distance), 100, volatility)
          const far = touchOdds(100 * (1 + side * (distance + further)), 100, volatility)
          expect(far.within24h).toBeLessThanOrEqual(near.within24h)
          expect(far.within7d).toBeLessThanOrEqual(near.within7d)
          expect(near.within7d).toBeGreaterThanOrEqual(near.within24h)
          expect(far.within24h).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  test("come from maps that rise and have a frequency for every probability", () => {
    for (const map of [touchMaps["24h"], touchMaps["7d"]].flatMap(({ up, down }) => [up, down])) {
      expect(map).toHaveLength(touchMaps.raw.length)
      expect([...map]).toEqual(map.toSorted((a, b) => a - b))
    }
  })
})

test("interpolation passes through its points, is linear between and constant beyond them", () => {
  const [xs, ys] = [
    [1, 2, 4],
    [10, 20, 0],
  ]
  expect([0, 1, 1.5, 2, 3, 4, 9].map((x) => interpolate(xs, ys, x))).toEqual([10, 10, 15, 20, 10, 0, 0])
})
