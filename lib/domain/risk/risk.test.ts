import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Columns } from "@/lib/domain/market/columns"
import { inputsOf, MARKET_NOW_MS, waveMarket } from "@/tools/testing/engine/signal-market"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { touchProbability } from "@/lib/domain/volatility/touch"
import { forecastWith, usualForecast } from "@/tools/testing/engine/forecasts"
import { round } from "@/lib/domain/round"
import { stopFirstShare, targetBeforeStop } from "./barrier-odds"
import { oddsOf } from "./level-odds"
import { levelsFor } from "./levels"
import { pivotHighs, pivotLows } from "./pivots"
import { positionSize, volatilityCap } from "./position-size"
import { supportResistance } from "./support-resistance"
import { priceDecimals, roundAway } from "./tick"
import { volumeProfile } from "./volume-profile"

const days = { high: Float64Array.from([]), low: Float64Array.from([]) }

describe("levels", () => {
  test("are in order, on ticks, and at least as far away as computed", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 200_000, noNaN: true }),
        fc.double({ min: 0.002, max: 0.15, noNaN: true }),
        fc.constantFrom(-1, 0, 1),
        (entryUsd, atrRatio, side) => {
          const atr = entryUsd * atrRatio
          const levels = levelsFor({ entryUsd, atr, days, side })
          if (levels === null) throw new Error("no levels")
          const { entry, stop, targets } = levels
          const sign = side < 0 ? -1 : 1
          const steps = [stop, entry, ...targets]
          expect(steps).toEqual(steps.toSorted((a, b) => sign * (a - b)))
          expect(new Set(steps).size).toBe(5)
          expect(levels.kind).toBe(side === 0 ? "reference" : "plan")
          expect(sign * (entry - stop)).toBeGreaterThanOrEqual(1.5 * atr * (1 - 1e-9))
          const ticks = stop * 10 ** priceDecimals(stop)
          expect(Math.abs(ticks - Math.round(ticks))).toBeLessThan(1e-4)
        },
      ),
    )
  })

  const pivotAt = (low: number) => ({
    high: Float64Array.from([104, 103, 103, 102, 103, 103, 104]),
    low: Float64Array.from([99, 98, 97, low, 97, 98, 99]),
  })

  test.each([
    ["beyond the last pivot", 94, 93],
    ["no nearer than 1.25 ATR", 96.9, 95],
    ["no farther than 2 ATR", 80, 92],
  ])("put a long's stop %s", (_, low, stop) => {
    expect(levelsFor({ entryUsd: 100, atr: 4, days: pivotAt(low), side: 1 })?.stop).toBe(stop)
  })

  test("put a short's stop beyond the last pivot high", () => {
    const highs = { high: Float64Array.from([101, 102, 103, 106, 103, 102, 101]), low: new Float64Array(7).fill(99) }
    expect(levelsFor({ entryUsd: 100, atr: 4, days: highs, side: -1 })).toMatchObject({ stop: 107, side: "short" })
  })

  test("are null for a market that does not move or whose target would be below zero", () => {
    for (const atr of [null, 0]) expect(levelsFor({ entryUsd: 100, atr, days, side: 1 })).toBeNull()
    expect(levelsFor({ entryUsd: 100, atr: 40, days, side: -1 })).toBeNull()
  })
})

const { targets: table } = forecastModel

function targetAt(horizon: "7d" | "14d", stop: number, target: number): number {
  return table[horizon][table.stops.indexOf(stop)]?.[table.targets.indexOf(target)] ?? Number.NaN
}

function firstAt(target: number): number {
  return table.stopFirst[table.targets.indexOf(target)] ?? Number.NaN
}

describe("level odds", () => {
  const levels = levelsFor({ entryUsd: 60_000, atr: 1_500, days, side: 1 })
  if (levels === null) throw new Error("no levels")
  /** At log distances of 1.5 ATR. */
  const [entry, away] = [60_000, (count: number) => 60_000 * Math.exp(count * 1.5 * 0.025)]
  const usualPlan = { entry, stop: away(-1), targets: [away(1), away(2), away(3)] } as const

  test("equal the study's on a usual day, and are lower for farther targets", () => {
    const { stop, targets } = oddsOf(usualPlan, usualForecast(0.025))
    expect(stop.within14d).toBe(touchProbability(usualPlan.stop, usualPlan.entry, usualForecast(0.025), 336))
    const odds = targets.map(({ beforeStop }) => beforeStop["14d"])
    expect(odds[0]).toBeCloseTo(targetAt("14d", 1.5, 1.5), 9)
    expect(odds[1]).toBeCloseTo(targetAt("14d", 1.5, 3), 9)
    expect(odds).toEqual(odds.toSorted((a, b) => b - a))
    expect(targets[0]?.stopFirst14d).toBeCloseTo(Math.min(0.5, stop.within14d * firstAt(1.5)), 9)
  })

  test("are read at smaller distances when the forecast is larger", () => {
    // 1.5 and 3 ATR are 1 and 2 usual ATR when the forecast is 1.5 times the usual forecast.
    const { targets } = oddsOf(usualPlan, usualForecast(1.5 * 0.025))
    expect(targets[1]?.beforeStop["14d"]).toBeCloseTo(targetAt("14d", 1, 2), 9)
  })

  test("are lower within three days before a weekend, and equal within a week", () => {
    const at = (nowMs: number) => {
      const odds = oddsOf(levels, { ...usualForecast(0.025), nowMs })
      return { ...odds.stop, target3d: odds.targets[0]?.beforeStop["3d"] ?? 0 }
    }
    const [monday, tuesday, friday] = [19, 20, 23].map((day) => at(Date.UTC(2026, 0, day)))
    expect(friday?.within3d).toBeLessThan(tuesday?.within3d ?? 0)
    expect(friday?.target3d).toBeLessThan(monday?.target3d ?? 0)
    expect(friday?.within7d).toBeCloseTo(tuesday?.within7d ?? 0, 12)
  })

  test("are consistent: no event is likelier than an event that includes it", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.002, max: 0.12, noNaN: true }),
        fc.double({ min: 0.3, max: 4, noNaN: true }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.constantFrom(-1, 1),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.integer({ min: 0, max: 13 }),
        (atrRatio, stopAtr, wild, side, dayShare, halfDay) => {
          const away = side * atrRatio * stopAtr * 100
          if (100 + Math.min(-away, 3 * away) <= 0) return
          const plan = {
            side: side > 0 ? "long" : "short",
            entry: 100,
            stop: 100 - away,
            targets: [100 + away, 100 + 2 * away, 100 + 3 * away],
          } as const
          const { sigma24h, sigma7d } = usualForecast(atrRatio * wild)
          const volatility = forecastWith({ sigma24h: Math.min(sigma7d, sigma24h * dayShare), sigma7d })
          const { stop, targets } = oddsOf(plan, { ...volatility, nowMs: 12 * HOUR_MS * halfDay })
          const hits = [stop.within24h, stop.within3d, stop.within7d, stop.within14d]
          expect(hits).toEqual(hits.toSorted((a, b) => a - b))
          for (const [index, target] of targets.entries()) {
            const { within24h, within7d, beforeStop, stopFirst14d, neitherR14d, expectedR, breakEven14d } = target
            const [multiple, costs] = [index + 1, 0.2 / Math.abs(away)]
            const rest = 1 - beforeStop["14d"] - stopFirst14d
            expect(multiple * beforeStop["14d"] - stopFirst14d + rest * neitherR14d).toBeCloseTo(0, 9)
            expect(expectedR).toBeCloseTo(-costs, 9)
            expect(breakEven14d).toBeCloseTo(Math.min(1, beforeStop["14d"] + costs / multiple), 9)
            expect(neitherR14d).toBeGreaterThanOrEqual(-1 - 1e-9)
            expect(neitherR14d).toBeLessThanOrEqual(multiple + 1e-9)
            expect(within24h).toBeLessThanOrEqual(within7d)
            expect(beforeStop["7d"]).toBeLessThanOrEqual(within7d)
            expect(beforeStop["3d"]).toBeLessThanOrEqual(beforeStop["7d"])
            expect(beforeStop["7d"]).toBeLessThanOrEqual(beforeStop["14d"])
            expect(stopFirst14d).toBeLessThanOrEqual(stop.within14d)
            expect(beforeStop["14d"] + stopFirst14d).toBeLessThanOrEqual(1 + 1e-12)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe("barrier odds", () => {
  const params = { horizon: "14d", stopAtr: 1.5 } as const

  test("equal the table at its points, and are interpolated between and smaller beyond them", () => {
    expect(targetBeforeStop({ ...params, horizon: "7d" }, 0.5)).toBe(targetAt("7d", 1.5, 0.5))
    const between = (targetAt("14d", 1.5, 1.5) + targetAt("14d", 2, 1.5)) / 2
    expect(targetBeforeStop({ ...params, stopAtr: 1.75 }, 1.5)).toBeCloseTo(between, 12)
    const beyond = (targetAt("14d", 1.5, 5) * targetAt("14d", 3, 5)) / targetAt("14d", 3, 4)
    expect(targetBeforeStop(params, 6)).toBeCloseTo(beyond, 12)
  })

  test("are equal for a long and a short at equal log distances", () => {
    const plan = { entry: 100, stop: 95, targets: [105, 110, 115] } as const
    const across = (level: number) => 100 ** 2 / level
    const mirrored = { entry: 100, stop: across(95), targets: [across(105), across(110), across(115)] } as const
    /** Results in R are of prices, which are farther away above than below. */
    const odds = (levels: Parameters<typeof oddsOf>[0]) => {
      const { stop, targets } = oddsOf(levels, usualForecast(0.03))
      const first = targets.map(({ within24h, within7d, beforeStop }) => ({ within24h, within7d, beforeStop }))
      return JSON.stringify({ stop, first }, rounded)
    }
    const rounded = (_: string, value: unknown) => (typeof value === "number" ? round(value, 9) : value)
    expect(odds(plan)).toBe(odds(mirrored))
  })

  test("of hitting the stop first rise with the target's distance", () => {
    expect(stopFirstShare(1.5)).toBe(firstAt(1.5))
    expect(stopFirstShare(0.25)).toBeCloseTo(firstAt(0.5) / 2, 12)
    expect(stopFirstShare(0)).toBe(0)
    expect(stopFirstShare(9)).toBe(firstAt(5))
  })

  test("fall with the target and rise with the distance of the stop", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("3d", "7d", "14d"),
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        fc.double({ min: 0.01, max: 8, noNaN: true }),
        (horizon, stopAtr, target) => {
          const at = (stop: number, distance: number) => targetBeforeStop({ horizon, stopAtr: stop }, distance)
          expect(at(stopAtr, target + 0.5)).toBeLessThanOrEqual(at(stopAtr, target))
          expect(at(stopAtr + 0.5, target)).toBeGreaterThanOrEqual(at(stopAtr, target) - 1e-12)
          expect(at(stopAtr, target)).toBeGreaterThan(0)
          expect(at(stopAtr, target)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

describe("support and resistance", () => {
  const view = (scale = 1) =>
    viewMarket(inputsOf(waveMarket({ driftPerDay: 0.0005, wave: 0.03, scale })), MARKET_NOW_MS)
  const market = view()
  const price = market.close4h ?? 0

  test("are on their side of the price, nearest first, separated, and at most five", () => {
    const atr = market.atr ?? 0
    const { supports, resistances } = supportResistance(market, price)
    expect(supports.length + resistances.length).toBeGreaterThan(2)
    for (const [side, levels] of [
      [-1, supports],
      [1, resistances],
    ] as const) {
      expect(levels.length).toBeLessThanOrEqual(5)
      for (const [i, level] of levels.entries()) {
        expect(side * (level.priceUsd - price)).toBeGreaterThanOrEqual(0.3 * atr * (1 - 1e-9))
        for (const other of levels.slice(i + 1)) {
          expect(other.distanceAtr).toBeGreaterThanOrEqual(level.distanceAtr)
          expect(Math.abs(other.priceUsd - level.priceUsd)).toBeGreaterThanOrEqual(0.4 * atr * (1 - 1e-9))
        }
      }
    }
  })

  test("keep their distances in ATR when prices are in another unit", () => {
    const [a, b] = [supportResistance(market, price), supportResistance(view(8), price * 8)]
    expect(b.supports.map(({ kind, touches }) => [kind, touches])).toEqual(
      a.supports.map(({ kind, touches }) => [kind, touches]),
    )
    expect(b.supports[0]?.distanceAtr).toBeCloseTo(a.supports[0]?.distanceAtr ?? 0, 6)
  })

  test("include recent extremes as breakouts, which hold less often than random levels", () => {
    const { breakouts } = supportResistance(market, price)
    expect(breakouts.map(({ kind }) => kind)).toEqual(["breakout_7d", "breakout_7d", "breakout_30d", "breakout_30d"])
    for (const { holdRate } of breakouts) expect(holdRate).toBeLessThan(0.481)
  })

  test("merge pivots near each other into one level with a count of touches", () => {
    const swing = [10, 11, 12, 13, 14, 15, 14, 13, 12, 11]
    const low = Float64Array.from([...swing, ...swing, ...swing, ...swing].map((value) => value * 10))
    const fourHours: Columns = { ...market.fourHours, low, high: low, length: low.length }
    const none: Columns = { ...market.hours, high: new Float64Array(), low: new Float64Array(), length: 0 }
    const { supports, resistances } = supportResistance({ days: market.days, fourHours, hours: none, atr: 20 }, 125)
    expect(supports).toMatchObject([{ priceUsd: 100, kind: "pivot", touches: 3 }])
    expect(resistances).toMatchObject([{ priceUsd: 150, kind: "pivot", touches: 3 }])
  })

  test("include a pivot only when the bars after it are known", () => {
    const falling = Float64Array.from([9, 8, 7, 6, 5])
    expect(pivotLows(falling, 2)).toEqual([])
    expect(pivotLows(Float64Array.from([9, 8, 5, 8]), 2)).toEqual([])
    expect(pivotLows(Float64Array.from([9, 8, 5, 8, 9]), 2)).toEqual([5])
    expect(pivotHighs(Float64Array.from([1, 2, 5, 2, 1]), 2)).toEqual([5])
  })

  test("are empty for a market without movement or history", () => {
    const nothing = { supports: [], resistances: [], breakouts: [] }
    expect(supportResistance({ ...market, atr: 0 }, price)).toEqual(nothing)
    expect(supportResistance({ ...market, atr: null }, price)).toEqual(nothing)
  })
})

describe("the volume profile", () => {
  const bars = (rows: readonly (readonly [low: number, high: number, volume: number])[]) => ({
    low: Float64Array.from(rows, ([low]) => low),
    high: Float64Array.from(rows, ([, high]) => high),
    volume: Float64Array.from(rows, ([, , volume]) => volume),
    length: rows.length,
  })

  test("finds the price band with most volume, spread over each bar's range", () => {
    const profile = volumeProfile(
      bars([
        [0, 19.9, 20],
        [5, 5.5, 50],
        [15, 15.5, 30],
      ]),
      1,
    )
    expect(profile).toEqual({ pointOfControl: 5.5, nodes: [5.5, 15.5] })
  })

  test("is null without volume, bars or a band", () => {
    expect(volumeProfile(bars([[1, 2, 0]]), 1)).toBeNull()
    expect(volumeProfile(bars([]), 1)).toBeNull()
    expect(volumeProfile(bars([[1, 2, 1]]), 0)).toBeNull()
    expect(volumeProfile(bars([[1, 1e9, 1]]), 0.01)).toBeNull()
  })
})

describe("position size", () => {
  const plan = { capitalUsd: 10_000, entryUsd: 100, stopUsd: 95, volatilityShare: volatilityCap(0.5) }

  test.each([
    ["a hundredth of the capital lost at the stop", plan, 2_000, "risk"],
    ["40% annual volatility", { ...plan, stopUsd: 99.5, volatilityShare: volatilityCap(0.8) }, 5_000, "volatility"],
    ["the capital itself", { ...plan, stopUsd: 99.5, volatilityShare: volatilityCap(0.2) }, 10_000, "capital"],
  ] as const)("is bounded by %s", (_, question, positionUsd, limitedBy) => {
    expect(positionSize(question)?.positionUsd).toBeCloseTo(positionUsd, 6)
    expect(positionSize(question)?.limitedBy).toBe(limitedBy)
  })

  test("risks the requested share", () => {
    expect(positionSize({ ...plan, riskShare: 0.02 })?.positionUsd).toBeCloseTo(4_000, 6)
    expect(positionSize({ ...plan, riskShare: 0.02 })?.riskUsd).toBeCloseTo(200, 6)
  })

  test("is equal for a short, and null without a distance to the stop", () => {
    expect(positionSize({ ...plan, stopUsd: 105 })).toEqual(positionSize(plan))
    expect(positionSize({ ...plan, stopUsd: 100 })).toBeNull()
  })
})

test("prices are rounded away from their reference price", () => {
  expect(roundAway(95.001, 100)).toBe(95)
  expect(roundAway(94.999, 100)).toBe(94.99)
  expect(roundAway(105.001, 100)).toBe(105.01)
  expect(roundAway(105, 100)).toBe(105)
})
