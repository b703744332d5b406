import { describe, expect, test } from "vitest"
import { fold } from "@/research/candles"
import { NO_SERIES } from "@/research/series"
import { mean } from "@/lib/domain/statistics/moments"
import { normalCdf } from "@/lib/domain/statistics/normal"
import { seededRandom } from "@/lib/domain/statistics/random"
import { CANDLES_ONLY } from "@/tools/testing/engine/signal-market"
import type { Candle } from "@/lib/domain/market/candle"
import { replayCalls } from "@/research/replay-calls"
import { measureGoals, verdict } from "./goals"
import { hoursAfter } from "./hours-after"
import { lookAhead } from "./look-ahead"
import { directionForecasts, sideForecasts, touchForecasts } from "./observations"
import { calibrationGaps, meanOf, scoreOf } from "./score"
import { goalsTable } from "./table"

const DAY_MS = 86_400_000
const DAYS = 800
const START_MS = Date.UTC(2022, 0, 1)

/** Hourly volatility of 0.6% without drift, so only the volatility can be forecast. */
const hours = randomWalk(11)
const history = { hours, fourHours: fold(hours, "4h"), days: fold(hours, "1d") }
const question = { coin: "BTC" as const, history, series: NO_SERIES, minimum: CANDLES_ONLY }
const calls = [
  ...replayCalls(question, { fromMs: START_MS + 400 * DAY_MS, toMs: START_MS + DAYS * DAY_MS, previous: null }),
]
const coins = [{ calls, after: hoursAfter(hours) }]
const study = { histories: new Map([["BTC" as const, history]]), series: NO_SERIES, minimum: CANDLES_ONLY }
const goals = measureGoals(study, new Map([["BTC" as const, calls]]), 20)

describe("goals on a random walk", () => {
  test("the direction forecast has no skill on a random walk", () => {
    const { skill, rate } = scoreOf(directionForecasts(coins))
    expect(skill.interval?.low).toBeLessThan(0.005)
    expect(rate.interval?.low).toBeLessThan(0.5)
    expect(rate.interval?.high).toBeGreaterThan(0.5)
  })

  test("touch probabilities have a calibration error below 8 percentage points", () => {
    expect(scoreOf(touchForecasts(coins, "24h")).calibrationError.value).toBeLessThan(0.08)
  })

  test("no call changes when later data is removed", () => {
    expect(lookAhead(question, 30)).toEqual({ compared: 30, differing: 0 })
  })

  test("the goals table has one row per goal, with its sample size", () => {
    const lines = goalsTable(goals).split("\n")
    expect(lines).toHaveLength(goals.length + 2)
    expect(new Set(lines.map(({ length }) => length)).size, "columns are aligned").toBe(1)
    for (const { goal, measured, judgedOn } of goals) expect(measured[judgedOn]?.n ?? 0, goal).toBeGreaterThanOrEqual(0)
  })
})

describe("a drift that was planted in the candles", () => {
  /** The same market with a drift, and the same calls in it: the volatility of hours does not change. */
  const measured = (driftPerDay: number) => {
    const factor = (timeMs: number) => Math.exp((driftPerDay * (timeMs - START_MS)) / DAY_MS)
    const drifting = hours.map((hour) => ({
      ...hour,
      highUsd: hour.highUsd * factor(hour.openTimeMs),
      lowUsd: hour.lowUsd * factor(hour.openTimeMs),
      closeUsd: hour.closeUsd * factor(hour.openTimeMs),
    }))
    const moved = calls.map((call) => {
      const by = factor(call.decisionTimeMs)
      return {
        ...call,
        levels: call.levels && { ...call.levels, entry: call.levels.entry * by, stop: call.levels.stop * by },
      }
    })
    const rows = sideForecasts([{ calls: moved, after: hoursAfter(drifting) }], "7d")
    /** Observed rate less the stated one. */
    const gap = (cell: string) => {
      const own = rows.filter((row) => row.cell === cell)
      return own.reduce((sum, { happened, probability }) => sum + Number(happened) - probability, 0) / own.length
    }
    const rate = (cell: string) => {
      const own = rows.filter((row) => row.cell === cell)
      return own.filter(({ happened }) => happened).length / own.length
    }
    const side = (name: "long" | "short") => calibrationGaps(rows.filter(({ cell }) => cell.startsWith(name))).mean
    return { gap, rate, long: side("long"), short: side("short"), worst: calibrationGaps(rows).worst }
  }

  const DRIFT = 0.0045
  /** Of the walk: two uniform numbers an hour, times 0.0147. */
  const VARIANCE_PER_DAY = (24 * 0.0147 ** 2) / 6
  /** Mean log distance of the stops: 1.5 ATR. */
  const distance =
    mean(
      calls.flatMap(({ decisionTimeMs, levels }) =>
        levels && decisionTimeMs % DAY_MS === 0
          ? [Math.log(1 + (1.5 * Math.abs(levels.entry - levels.stop)) / levels.stopAtr / levels.entry)]
          : [],
      ),
    ) ?? 0
  /** Probability that Brownian motion with this drift towards a level reaches it within 7 days (Borodin & Salminen 2002, 2.1.2). */
  const reached = (drift: number) => {
    const sigma = Math.sqrt(7 * VARIANCE_PER_DAY)
    const image = Math.exp((2 * drift * distance) / VARIANCE_PER_DAY)
    return normalCdf((7 * drift - distance) / sigma) + image * normalCdf((-7 * drift - distance) / sigma)
  }

  test("moves each side by what formulas give for its size, and is found by the goals of each side", () => {
    const [still, rising] = [measured(0), measured(DRIFT)]
    // Half of what noise alone gives the worst cell in 95% of cases: both markets have most of the noise in common.
    const noise = still.worst.noise?.high ?? 0
    const moved = (cell: string) => rising.gap(cell) - still.gap(cell)
    const expectMove = (name: string, found: number, formula: number) =>
      expect(Math.abs(found - formula), name).toBeLessThan(noise / 2)
    const stops = { "long stop": reached(-DRIFT) - reached(0), "short stop": reached(DRIFT) - reached(0) }
    for (const [cell, formula] of Object.entries(stops)) {
      expect(Math.abs(formula), "the drift is large enough to be found").toBeGreaterThan(noise)
      expectMove(cell, moved(cell), formula)
    }
    for (const multiple of [1, 2, 3]) {
      const [long, short] = [`long ${multiple}R`, `short ${multiple}R`]
      // Girsanov: the odds of a path and of its mirror image are exp(2 · drift · target / variance) apart.
      const tilt = Math.tanh((multiple * DRIFT * distance) / VARIANCE_PER_DAY)
      expectMove(long, moved(long) - moved(short), (rising.rate(long) + rising.rate(short)) * tilt)
      expect(moved(long), long).toBeGreaterThan(0)
      expect(moved(short), short).toBeLessThan(0)
    }
    for (const found of [rising.long, rising.short, rising.worst]) {
      expect(found.value).toBeGreaterThan(found.noise?.high ?? 1)
    }
    expect(rising.worst.interval?.low, "the goal of 2.5 points is not met").toBeGreaterThan(0.025)
    expect(rising.worst.value).toBeGreaterThan(still.worst.value)
  })
})

describe("verdict of a goal", () => {
  test("a goal without a confidence interval is not met, except an exact count", () => {
    for (const { goal, measured, judgedOn, met } of goals) {
      if (measured[judgedOn]?.interval === null && !goal.includes("future is removed")) {
        expect(met, goal).not.toBe("yes")
      }
    }
  })

  test("a goal on closes that were used in the fit is at best met in sample", () => {
    const fitted = goals.filter(({ judgedOn }) => judgedOn === "fitted")
    expect(fitted.map(({ goal }) => goal)).toEqual(
      expect.arrayContaining(["24h direction: Brier skill", "class changes per day and coin"]),
    )
    for (const { goal, met } of fitted) expect(["in sample", "no"], goal).toContain(met)
    expect(fitted.some(({ met }) => met === "in sample")).toBe(true)
  })

  test("a goal is judged on unseen closes where there are any, else on seen ones", () => {
    const of = (value: number, spread: number | null) => ({
      value,
      interval: spread === null ? null : { low: value - spread, high: value + spread },
      n: 100,
    })
    type One = ReturnType<typeof of> | null
    const met = (fitted: One, seen: One, unseen: One) => verdict({ fitted, seen, unseen }, (value) => value <= 1)
    for (const [seen, unseen] of [
      [true, false],
      [false, true],
    ]) {
      const judged = (one: One) => met(of(0.5, 0.1), seen ? one : null, unseen ? one : null)
      expect(judged(of(0.8, 0.1))).toBe("yes")
      expect(judged(of(0.8, 0.3))).toBe("within noise")
      expect(judged(of(0.8, null)), "without an interval nothing is certain").toBe("within noise")
      expect(judged(of(1.2, 0.1))).toBe("no")
    }
    expect(met(of(0.5, 0.1), of(0.5, 0.1), of(1.2, 0.1)), "unseen data decide").toBe("no")
    expect(met(of(0.5, 0.1), null, null)).toBe("in sample")
    expect(met(of(1.2, 0.1), null, null)).toBe("no")
  })

  test("a rule that was chosen on the seen closes is at best met in sample on them", () => {
    const good = { value: 0.5, interval: { low: 0.4, high: 0.6 }, n: 100 }
    const met = (unseen: typeof good | null) =>
      verdict({ fitted: good, seen: good, unseen }, (value) => value <= 1, true)
    expect([met(null), met(good)]).toEqual(["in sample", "yes"])
  })
})

describe("scores", () => {
  const forecast = (probability: number, happened: boolean, day: number) => ({
    timeMs: day * DAY_MS,
    probability,
    happened,
    reference: 0.5,
  })

  test("a perfect forecast has skill 1 and no calibration error", () => {
    const { skill, calibrationError, rate } = scoreOf([forecast(1, true, 0), forecast(0, false, 1)])
    expect([skill.value, calibrationError.value, rate.value]).toEqual([1, 0, 0.5])
  })

  test("a forecast that is always 50% has skill 0 against a reference of 50%", () => {
    expect(scoreOf([forecast(0.5, true, 0), forecast(0.5, false, 1)]).skill.value).toBe(0)
  })

  test("gapsOf() returns the mean and the worst gap by cell, with intervals from the days", () => {
    const stated = Array.from({ length: 200 }, (_, index) => {
      const [day, cell] = [Math.floor(index / 2), index % 2 === 0 ? "long" : "short"]
      return { timeMs: day * DAY_MS, probability: cell === "long" ? 0.5 : 0.4, happened: day % 2 === 0, cell }
    })
    const { mean, worst } = calibrationGaps(stated)
    expect(mean.value).toBeCloseTo(0.05, 12)
    expect(worst.value).toBeCloseTo(0.1, 12)
    expect(mean.n).toBe(200)
    for (const { value, interval } of [mean, worst]) {
      expect(interval?.low).toBeLessThanOrEqual(value)
      expect(interval?.high).toBeGreaterThan(value)
    }
  })

  test("a distance of calibrated forecasts is what noise alone gives", () => {
    const random = seededRandom(3)
    const stated = Array.from({ length: 3_000 }, (_, index) => ({
      timeMs: Math.floor(index / 3) * DAY_MS,
      cell: String(index % 3),
      probability: 0.5,
      happened: random() < 0.5,
    }))
    const { mean } = calibrationGaps(stated)
    expect(mean.noise?.mean).toBeGreaterThan(0.005)
    expect(mean.value).toBeLessThan(mean.noise?.high ?? 0)
    const { calibrationError } = scoreOf(stated.map((one) => ({ ...one, probability: 0.7, reference: 0.5 })))
    expect(calibrationError.value).toBeGreaterThan(calibrationError.noise?.high ?? 1)
  })

  test("meanOf() weighs every value equally, independent of the number of values per day", () => {
    const values = [1, 2, 6].map((value, index) => ({ timeMs: index === 0 ? 0 : DAY_MS, value }))
    expect(meanOf(values)).toMatchObject({ value: 3, n: 3 })
  })
})

function randomWalk(seed: number): readonly Candle[] {
  const random = seededRandom(seed)
  let price = 100
  return Array.from({ length: DAYS * 24 }, (_, hour) => {
    const openUsd = price
    price *= Math.exp((random() + random() - 1) * 0.0147)
    return {
      openTimeMs: START_MS + hour * 3_600_000,
      openUsd,
      highUsd: Math.max(openUsd, price) * 1.001,
      lowUsd: Math.min(openUsd, price) * 0.999,
      closeUsd: price,
      volumeBase: 10 + random(),
      takerBuyVolumeBase: null,
    }
  })
}
