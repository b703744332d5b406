import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import { MARKET_NOW_MS, waveMarket } from "@/lib/testing/signal-market"
import { computeSignal, type Signal } from "./compute-signal"
import { DIRECTIONS, directionOf, guarded, sideOf, weakened } from "./direction"
import { parameters } from "./parameters"
import { confidenceOf, probabilityUp24h } from "./probability"
import { idOf, indicators } from "./registry"
import { categoryVote, scoreOf } from "./tally"

const up = waveMarket({ driftPerDay: 0.004 })
const down = waveMarket({ driftPerDay: -0.004 })
const flat = waveMarket({ driftPerDay: 0, wave: 0 })

const last = (market: typeof up) => market.hours.at(-1)?.closeUsd ?? 0
const signalOf = (market: typeof up) => computeSignal(market, last(market))
const voteOf = (signal: Signal, id: string) => signal.readings.find(({ indicator }) => idOf(indicator) === id)?.vote

test("there are 25 indicators with unique names, rules and units", () => {
  expect(indicators).toHaveLength(25)
  expect(new Set(indicators.map(idOf)).size).toBe(25)
  for (const { rule, unit } of indicators) expect(rule.length * unit.length).toBeGreaterThan(0)
})

test("a steady rise is called long, a steady fall short", () => {
  expect(sideOf(signalOf(up).direction)).toBe(1)
  expect(signalOf(down).counts.short).toBeGreaterThan(signalOf(down).counts.long)
})

test("each candle indicator votes long somewhere, short somewhere and neutral somewhere", () => {
  const seen = new Map<string, Set<unknown>>()
  const markets = [up, down, flat]
  for (const driftPerDay of [-0.006, -0.002, 0, 0.002, 0.006]) {
    for (const wave of [0.005, 0.03]) {
      for (const hours of [0, 31, 67, 111, 180, 260, 330]) {
        markets.push(waveMarket({ driftPerDay, wave, nowMs: MARKET_NOW_MS + hours * intervalMs["1h"] }))
      }
    }
  }
  for (const market of markets) {
    for (const { indicator, vote } of signalOf(market).readings) {
      const id = idOf(indicator)
      seen.set(id, (seen.get(id) ?? new Set()).add(vote))
    }
  }
  const connected = indicators.filter(({ basis }) => basis !== null).map(idOf)
  expect(connected).toHaveLength(14)
  for (const id of connected)
    expect([...(seen.get(id) ?? [])], id).toEqual(expect.arrayContaining(["long", "short", "neutral"]))
})

test("votes add up, and whoever abstains is named with a reason", () => {
  for (const market of [up, down, flat]) {
    const { counts, readings } = signalOf(market)
    expect(counts.long + counts.short + counts.neutral + counts.unavailable).toBe(25)
    for (const { vote, reason } of readings) expect(vote === null).toBe(reason !== null)
  }
})

test("candles after the decision change nothing, to the last bit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 * 24 }), (hoursBack) => {
      const nowMs = MARKET_NOW_MS - hoursBack * intervalMs["1h"]
      const cut = <T extends { openTimeMs: number }>(candles: readonly T[], size: keyof typeof intervalMs) =>
        candles.filter(({ openTimeMs }) => openTimeMs + intervalMs[size] <= nowMs)
      const truncated = {
        nowMs,
        hours: cut(up.hours, "1h"),
        fourHours: cut(up.fourHours, "4h"),
        days: cut(up.days, "1d"),
      }
      expect(computeSignal({ ...up, nowMs }, 60_000)).toEqual(computeSignal(truncated, 60_000))
    }),
    { numRuns: 40 },
  )
})

test("a cheater that reads the running candle is caught by the same comparison", () => {
  const nowMs = MARKET_NOW_MS - 36 * intervalMs["1h"]
  const cheat = (market: typeof up) => market.days.at(-1)?.closeUsd
  const truncated = { ...up, days: up.days.filter(({ openTimeMs }) => openTimeMs + intervalMs["1d"] <= nowMs) }
  expect(cheat(up)).not.toEqual(cheat(truncated))
})

test("prices in another unit leave votes, odds and ranges as they are, and move levels with them", () => {
  const scaled = waveMarket({ driftPerDay: 0.004, scale: 8 })
  const [a, b] = [signalOf(up), signalOf(scaled)]
  expect(b.readings.map(({ vote }) => vote)).toEqual(a.readings.map(({ vote }) => vote))
  expect(b.pUp24h).toBe(a.pUp24h)
  expect((b.levels?.stop ?? 0) / (a.levels?.stop ?? 1)).toBeCloseTo(8, 9)
})

test("a dead market votes neutral on every trend and technical indicator, and promises no range", () => {
  const signal = signalOf(flat)
  expect(signal.direction).toBe("NEUTRAL")
  for (const { indicator, vote } of signal.readings)
    if (indicator.basis !== null) expect(vote, idOf(indicator)).toBe("neutral")
  expect(signal.volatility).toBeNull()
  expect(signal.levels).toBeNull()
})

test("too little history abstains, says so and stays neutral", () => {
  const signal = computeSignal({ ...up, days: up.days.slice(-40), fourHours: [], hours: [] }, 60_000)
  expect(signal.direction).toBe("NEUTRAL")
  expect(signal.degraded.length).toBeGreaterThan(0)
  expect(voteOf(signal, "trend.sma_200")).toBeNull()
})

test("a hole of missing hours does not stop the vote", () => {
  const holed = {
    ...up,
    hours: up.hours.filter((_, i) => i % 97 !== 0),
    fourHours: up.fourHours.filter((_, i) => i % 53 !== 0),
  }
  expect(signalOf(holed).counts.unavailable).toBeLessThan(14)
})

describe("levels", () => {
  test("stop, entry and targets are in order, mirrored for shorts", () => {
    for (const market of [up, down]) {
      const { levels, direction } = signalOf(market)
      if (levels === null) throw new Error("no levels")
      const ordered = [levels.stop, levels.entry, ...levels.targets]
      const expected = ordered.toSorted((a, b) => (sideOf(direction) < 0 ? b - a : a - b))
      expect(ordered).toEqual(expected)
      expect(new Set(ordered).size).toBe(5)
    }
  })
})

describe("classes", () => {
  test.each([
    [0, "NEUTRAL"],
    [0.149, "NEUTRAL"],
    [0.15, "LEAN_LONG"],
    [-0.35, "SHORT"],
    [0.6, "STRONG_LONG"],
    [-1, "STRONG_SHORT"],
  ] as const)("a score of %d is %s", (score, direction) => {
    expect(directionOf(score)).toBe(direction)
  })

  test("weakening ends at neutral; the guard stops at a lean", () => {
    for (const direction of DIRECTIONS) {
      expect(Math.abs(DIRECTIONS.indexOf(weakened(direction)) - 3)).toBe(
        Math.max(0, Math.abs(DIRECTIONS.indexOf(direction) - 3) - 1),
      )
      expect(DIRECTIONS.indexOf(guarded(direction))).toBeGreaterThanOrEqual(2)
    }
  })
})

test("odds stay where honest odds lie", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.subarray(["uptrend_pullback", "downtrend_rally", "stretched"] as const),
      (score, flags) => {
        const p = probabilityUp24h(score, flags)
        expect(p).toBeGreaterThanOrEqual(parameters.confidence.low)
        expect(p).toBeLessThanOrEqual(parameters.confidence.high)
        expect(confidenceOf(p, 0)).toBeGreaterThanOrEqual(0.5)
      },
    ),
  )
  expect(probabilityUp24h(0.5, ["uptrend_pullback"])).toBeGreaterThan(0.55)
})

test("a score is the balance of the votes; a category without votes is unavailable", () => {
  expect(scoreOf({ long: 8, short: 4, neutral: 4, unavailable: 9 })).toBe(0.25)
  expect(scoreOf({ long: 0, short: 0, neutral: 0, unavailable: 25 })).toBe(0)
  expect(categoryVote({ long: 0, short: 0, neutral: 0, unavailable: 6 })).toBe("UNAVAILABLE")
  expect(categoryVote({ long: 1, short: 1, neutral: 1, unavailable: 0 })).toBe("NEUTRAL")
})
