import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { closedColumns, newestColumns } from "@/lib/domain/market/columns"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { forecastVolatility, range80, sigma3dOf } from "./forecast"
import { forecastModel } from "./forecast-model"
import { interpolate } from "./interpolate"
import { touchOdds } from "./touch"

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
    const variance = (24 * Math.log(1.01) ** 2) / (4 * Math.LN2)
    const year = Math.log(1.02) ** 2 / (4 * Math.LN2)
    const day = Math.exp(-0.172 + (0.2433 + 0.3306 + 0.232 + 0.1066) * Math.log(variance) + 0.1049 * Math.log(year))
    const week = Math.exp(-0.8736 + (0.2029 + 0.1952 + 0.1622 + 0.1459) * Math.log(variance) + 0.1901 * Math.log(year))
    const forecast = forecastVolatility(ranging(61, () => 0.01))
    expect(forecast?.sigma24h).toBeCloseTo(Math.sqrt(day), 12)
    expect(forecast?.sigma7d).toBeCloseTo(Math.sqrt(7 * week), 12)
  })

  test("is lower for a Saturday than for a Tuesday, and in proportion for half a Saturday", () => {
    const on = (days: number) => forecastVolatility(ranging(days, () => 0.01))?.sigma24h ?? 0
    const [tuesday, friday, saturday, halfSaturday] = [on(61), on(64), on(65), on(64.5)]
    expect(saturday / tuesday).toBeCloseTo(Math.exp(-0.7832 / 2), 9)
    expect(friday).toBeCloseTo(tuesday, 12)
    expect(halfSaturday / tuesday).toBeCloseTo(Math.exp(-0.7832 / 4), 9)
  })

  test("for three days is three sevenths of a week's variance, and less with a weekend", () => {
    const week = Math.exp(-0.7832) + Math.exp(-0.2741) + Math.exp(0.2274) + 4
    const variance = (at: string) => sigma3dOf(1, Date.parse(at)) ** 2
    expect(variance("2026-03-03T00:00Z"), "Tuesday").toBeCloseTo(3 / week, 12)
    expect(variance("2026-03-06T00:00Z"), "Friday").toBeCloseTo((1 + Math.exp(-0.7832) + Math.exp(-0.2741)) / week, 12)
    const noon = (0.5 + Math.exp(-0.7832) + Math.exp(-0.2741) + 0.5 * Math.exp(0.2274)) / week
    expect(variance("2026-03-06T12:00Z"), "Friday, noon").toBeCloseTo(noon, 12)
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => variance(`2026-03-0${day}T00:00Z`))
    expect(days.reduce((sum, one) => sum + one, 0)).toBeCloseTo(3, 12)
    const forecast = forecastVolatility(ranging(64, () => 0.01))
    expect((forecast?.sigma3d ?? 0) / (forecast?.sigma7d ?? 1)).toBeCloseTo(
      Math.sqrt(variance("2026-03-06T00:00Z")),
      12,
    )
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
    const narrow = range80(100, { sigma24h: 0.02, sigma3d: 0.03, sigma7d: 0.05 }, "24h")
    const wide = range80(100, { sigma24h: 0.02, sigma3d: 0.03, sigma7d: 0.05 }, "7d")
    expect(narrow.low * narrow.high).toBeCloseTo(10_000, 6)
    expect(Math.log(narrow.high / 100)).toBeCloseTo(forecastModel.widths["24h"] * 0.02, 12)
    expect(wide.low).toBeLessThan(narrow.low)
  })
})

describe("touch odds", () => {
  const volatility = { sigma24h: 0.025, sigma3d: 0.045, sigma7d: 0.07 }

  test("at a tabulated probability equal the observed frequency", () => {
    // 2·(1 − Φ(z)) = 0.5 at z = 0.67449.
    const up = touchOdds(100 * (1 + 0.674_489_750_196 * 0.025), 100, volatility)
    const down = touchOdds(100 * (1 - 0.674_489_750_196 * 0.025), 100, volatility)
    expect(up.within24h).toBeCloseTo(touchAt("24h", "up", 0.5), 9)
    expect(down.within24h).toBeCloseTo(touchAt("24h", "down", 0.5), 9)
  })

  test("of a level two standard deviations away are read from the 7-day map", () => {
    // 2·(1 − Φ(z)) = 0.05 at z = 1.95996; 10% up and 5% down are read from the map.
    const up = touchOdds(100 * (1 + 1.959_963_984_54 * 0.07), 100, volatility)
    const down = touchOdds(100 * (1 - 1.959_963_984_54 * 0.07), 100, volatility)
    expect(up.within7d).toBeCloseTo(touchAt("7d", "up", 0.05), 6)
    expect(down.within7d).toBeCloseTo(touchAt("7d", "down", 0.05), 6)
  })

  test("of far levels have the frequency of fat tails, not of the normal distribution", () => {
    // 2·(1 − Φ(z)) is 0.001 at z = 3.29 and a millionth at 4.89.
    const down = (deviations: number) => touchOdds(100 * (1 - deviations * 0.025), 100, volatility).within24h
    expect(down(3.290_526_73)).toBeCloseTo(touchAt("24h", "down", 0.001), 6)
    expect(down(4.9)).toBeGreaterThan(0.003)
    expect(down(6)).toBeGreaterThan(0.0015)
    const week = (deviations: number) => touchOdds(100 * (1 + deviations * 0.07), 100, volatility).within7d
    expect(week(3.290_526_73)).toBeCloseTo(touchAt("7d", "up", 0.001), 6)
    expect(week(4.9)).toBeGreaterThan(0.005)
  })

  test("fall with distance, rise with time, and are 1 at the price", () => {
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

  test("have maps that ascend with a frequency for every probability", () => {
    for (const map of [forecastModel.touch["24h"], forecastModel.touch["7d"]].flatMap(({ up, down }) => [up, down])) {
      expect(map).toHaveLength(forecastModel.touch.raw.length)
      expect([...map]).toEqual([...map].toSorted((a, b) => a - b))
    }
  })
})

function touchAt(horizon: "24h" | "7d", side: "up" | "down", raw: number): number {
  return forecastModel.touch[horizon][side][forecastModel.touch.raw.indexOf(raw)] ?? Number.NaN
}

test("interpolation passes through its points, is linear between and constant beyond them", () => {
  const [xs, ys] = [
    [1, 2, 4],
    [10, 20, 0],
  ]
  expect([0, 1, 1.5, 2, 3, 4, 9].map((x) => interpolate(xs, ys, x))).toEqual([10, 10, 15, 20, 10, 0, 0])
})
