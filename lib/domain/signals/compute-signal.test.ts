import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { intervalMs, openTimeOf } from "@/lib/domain/market/candle"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { CANDLES_ONLY, inputsOf, MARKET_NOW_MS, waveMarket } from "@/tools/testing/engine/signal-market"
import { computeSignal, type Signal } from "./compute-signal"
import { decide, directionOf } from "./decide"
import {
  capShort,
  type Direction,
  DIRECTIONS,
  downgrade,
  sideOf,
  stepsFromNeutral,
  tradeDirectionOf,
} from "./direction"
import type { CandlesName, MarketInputs } from "./market-inputs"
import { METHOD_VERSION } from "./method-version"
import { parameters } from "./parameters"
import { confidenceOf, modelledUp24h, probabilityUp24h } from "./probability"
import { idOf, indicators } from "./registry"
import { categoryVote, scoreOf } from "./vote-counts"

type Market = ReturnType<typeof waveMarket>

const up = waveMarket({ driftPerDay: 0.004 })
const down = waveMarket({ driftPerDay: -0.004 })
const flat = waveMarket({ driftPerDay: 0, wave: 0 })

const ask = { nowMs: MARKET_NOW_MS, priceUsd: 60_000, previousDirection: null, minimum: CANDLES_ONLY } as const
const signalOf = (market: Market) =>
  computeSignal(inputsOf(market), { ...ask, nowMs: market.nowMs, priceUsd: market.hours.at(-1)?.closeUsd ?? 0 })
const voteOf = (signal: Signal, id: string) => signal.readings.find(({ indicator }) => idOf(indicator) === id)?.vote

/** The indicators that need only candles. */
const onCandles = indicators.filter(({ inputs }) =>
  inputs.every((name) => name === "days" || name === "fourHours" || name === "hours"),
)

test("indicators have unique names, rules, units and references", () => {
  expect(new Set(indicators.map(idOf)).size).toBe(indicators.length)
  for (const { rule, unit, reference } of indicators) {
    for (const words of [rule, unit, reference]) expect(words).not.toBe("")
  }
  expect(onCandles).not.toEqual([])
})

test("a steady rise is a long signal, and a steady fall a short signal", () => {
  expect(sideOf(signalOf(up).direction)).toBe(1)
  expect(signalOf(down).counts.short).toBeGreaterThan(signalOf(down).counts.long)
})

test("each candle indicator votes long, short and neutral in some market", () => {
  const seen = new Map<string, Set<unknown>>()
  const markets = [up, down, flat]
  for (const driftPerDay of [-0.006, -0.002, 0, 0.002, 0.006]) {
    for (const wave of [0.005, 0.03]) {
      for (const hours of [0, 32, 68, 112, 180, 260, 332]) {
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
  for (const id of onCandles.map(idOf))
    expect([...(seen.get(id) ?? [])], id).toEqual(expect.arrayContaining(["long", "short", "neutral"]))
})

test("votes add up, and each abstaining indicator has a reason", () => {
  for (const market of [up, down, flat]) {
    const { counts, readings, weaknesses } = signalOf(market)
    expect(counts.long + counts.short + counts.neutral + counts.unavailable).toBe(indicators.length)
    for (const { vote, reason } of readings) expect(vote === null).toBe(reason !== null)
    expect(weaknesses).toEqual(["no macro indicator could vote"])
  }
})

describe("later data", () => {
  /** Other series beside candles, with points up to the end of the market. */
  const rich: MarketInputs = {
    ...inputsOf(up),
    fearGreed: points(DAY_MS, 60, (atMs, i) => ({ atMs, index: 40 + (i % 30) })),
    funding: points(8 * HOUR_MS, 200, (atMs, i) => ({ atMs, fundingPctPer8h: Math.sin(i) / 10 })),
    vix: points(DAY_MS, 60, (atMs, i) => ({ atMs, value: 20 + Math.sin(i) * 5 })),
    stablecoins: points(DAY_MS, 60, (atMs, i) => ({ atMs, supplyUsd: 3e11 * (1 + Math.sin(i) / 50) })),
  }

  /** `changes` applied to everything after `timeMs`. */
  function altered(timeMs: number, change: "removed" | "doubled"): MarketInputs {
    const candles = (name: CandlesName, size: number) => {
      const value = (rich[name]?.value ?? []).flatMap((candle) => {
        if (candle.openTimeMs + size <= timeMs) return [candle]
        return change === "removed" ? [] : [{ ...candle, closeUsd: candle.closeUsd * 2, highUsd: candle.highUsd * 2 }]
      })
      return { value, asOfMs: timeMs, source: "binance" }
    }
    const series = <T extends { readonly atMs: number }>(input: { readonly value: readonly T[] } | null) => ({
      value: (input?.value ?? []).filter(({ atMs }) => atMs <= timeMs),
      asOfMs: timeMs,
      source: "fixture",
    })
    return {
      ...rich,
      hours: candles("hours", intervalMs["1h"]),
      fourHours: candles("fourHours", intervalMs["4h"]),
      days: candles("days", intervalMs["1d"]),
      fearGreed: series(rich.fearGreed),
      funding: series(rich.funding),
      vix: series(rich.vix),
      stablecoins: series(rich.stablecoins),
    }
  }

  const differs = (evaluate: (inputs: MarketInputs, timeMs: number) => string) => {
    for (let step = 1; step <= 60; step++) {
      const timeMs = MARKET_NOW_MS - step * 11 * HOUR_MS
      const whole = evaluate(rich, timeMs)
      if (whole !== evaluate(altered(timeMs, "removed"), timeMs)) return true
      if (whole !== evaluate(altered(timeMs, "doubled"), timeMs)) return true
    }
    return false
  }

  /** The whole signal as text: equal texts mean equal values to the last bit. */
  const sold = (signal: Signal) => JSON.stringify({ ...signal, view: null })

  test("does not change a signal by a single bit", () => {
    expect(differs((inputs, nowMs) => sold(computeSignal(inputs, { ...ask, nowMs })))).toBe(false)
  })

  test.each<[string, (inputs: MarketInputs, timeMs: number) => string]>([
    [
      "the running day",
      ({ days }, timeMs) => String(days?.value.find((c) => c.openTimeMs >= openTimeOf(timeMs, "1d"))?.closeUsd),
    ],
    ["the newest candle of the source", ({ hours }) => String(hours?.value.at(-1)?.closeUsd)],
    [
      "a pivot before its confirmation",
      ({ fourHours }, timeMs) => {
        const lows = (fourHours?.value ?? []).filter((c) => c.openTimeMs < timeMs + 5 * intervalMs["4h"])
        return String(Math.min(...lows.slice(-11).map(({ lowUsd, closeUsd }) => lowUsd + closeUsd)))
      },
    ],
    [
      "a centred window",
      ({ days }, timeMs) => {
        const around = (days?.value ?? []).filter((c) => Math.abs(c.openTimeMs - timeMs) < 5 * DAY_MS)
        return String(around.reduce((sum, { closeUsd }) => sum + closeUsd, 0))
      },
    ],
  ])("is detected by the same comparison in an indicator that reads %s", (_, lookahead) => {
    expect(differs(lookahead)).toBe(true)
  })

  function points<T>(spacingMs: number, count: number, toPoint: (atMs: number, index: number) => T) {
    const last = Math.floor(MARKET_NOW_MS / spacingMs) * spacingMs
    const value = Array.from({ length: count }, (_, i) => toPoint(last - (count - 1 - i) * spacingMs, i))
    return { value, asOfMs: last, source: "fixture" }
  }
})

test("the vote changes only at 4h closes", () => {
  const inputs = inputsOf(waveMarket({ driftPerDay: 0.001, wave: 0.03, nowMs: MARKET_NOW_MS + 3 * HOUR_MS }))
  const at = (minutes: number) => computeSignal(inputs, { ...ask, nowMs: MARKET_NOW_MS + minutes * 60_000 })
  expect(JSON.stringify(at(179))).toBe(JSON.stringify(at(0)))
})

test("a longer history does not change the signal", () => {
  const shorter = { ...up, hours: up.hours.slice(-61 * 24), fourHours: up.fourHours.slice(-540) }
  expect(signalOf(shorter).readings).toEqual(signalOf(up).readings)
})

test("prices in another unit scale the levels and do not change votes, odds and relative ranges", () => {
  const scaled = waveMarket({ driftPerDay: 0.004, scale: 8 })
  const [a, b] = [signalOf(up), signalOf(scaled)]
  expect(b.readings.map(({ vote }) => vote)).toEqual(a.readings.map(({ vote }) => vote))
  expect(b.pUp24h).toBe(a.pUp24h)
  expect(b.volatility).toEqual(a.volatility)
  expect((b.levels?.stop ?? 0) / (a.levels?.stop ?? 1)).toBeCloseTo(8, 5)
})

test("in a market without moves every indicator votes neutral, and there is no range", () => {
  for (const priceUsd of [0.1, 0.3, 7.7, 123.45, 60_000, 99_999.99]) {
    const signal = signalOf(waveMarket({ driftPerDay: 0, wave: 0, priceUsd }))
    expect(signal.direction).toBe("NEUTRAL")
    for (const { indicator, vote } of signal.readings)
      if (onCandles.includes(indicator)) expect(vote, `${idOf(indicator)} at ${priceUsd}`).toBe("neutral")
    expect(signal.volatility).toBeNull()
    expect(signal.levels).toBeNull()
  }
})

test("with too little history indicators abstain with a reason, and the signal is neutral", () => {
  const signal = computeSignal(inputsOf({ ...up, days: up.days.slice(-40), fourHours: [], hours: [] }), ask)
  expect(signal.direction).toBe("NEUTRAL")
  expect(signal.degraded).toBe(true)
  expect(signal.weaknesses).toContain("no sentiment indicator could vote")
  expect(voteOf(signal, "trend.sma_200")).toBeNull()
})

test("with old candles indicators abstain and report the maximum age", () => {
  const signal = computeSignal(inputsOf(up), { ...ask, nowMs: MARKET_NOW_MS + 3 * DAY_MS })
  expect(signal.counts.unavailable).toBe(indicators.length)
  expect(signal.readings.map(({ reason }) => reason)).toContain("daily candles older than 30 h")
})

test("missing hours do not prevent the vote", () => {
  const holed = {
    ...up,
    hours: up.hours.filter((_, i) => i % 97 !== 0),
    fourHours: up.fourHours.filter((_, i) => i % 53 !== 0),
  }
  expect(signalOf(holed).counts.unavailable).toBeLessThan(14)
})

describe("directions", () => {
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

  test.each([
    ["LONG", 0.29, "LONG"],
    ["LONG", 0.27, "LEAN_LONG"],
    ["LONG", 0.66, "LONG"],
    ["LONG", 0.68, "STRONG_LONG"],
    ["NEUTRAL", 0.21, "NEUTRAL"],
    ["NEUTRAL", -0.23, "LEAN_SHORT"],
    ["STRONG_SHORT", -0.54, "STRONG_SHORT"],
    ["STRONG_SHORT", 0.7, "STRONG_LONG"],
  ] as const)("after %s a score of %d is %s", (previous, score, direction) => {
    expect(decide({ score, flags: [], pUp24h: 0.5, previous })).toBe(direction)
  })

  test("do not change when one vote of fifteen changes", () => {
    const votes = fc.integer({ min: -15, max: 15 })
    fc.assert(
      fc.property(votes, (net) => {
        const previous = decide({ score: net / 15, flags: [], pUp24h: 0.5, previous: null })
        for (const other of [net - 1, net + 1]) {
          expect(decide({ score: other / 15, flags: [], pUp24h: 0.5, previous })).toBe(previous)
        }
      }),
    )
  })

  test("are weaker when the odds are against them, until the odds are even", () => {
    const at = (pUp24h: number, previous: Direction | null) => decide({ score: 0.5, flags: [], pUp24h, previous })
    expect(at(0.47, null)).toBe("LEAN_LONG")
    expect(at(0.49, null)).toBe("LONG")
    expect(at(0.49, "LEAN_LONG")).toBe("LEAN_LONG")
    expect(at(0.501, "LEAN_LONG")).toBe("LONG")
    expect(at(0.479, "LONG")).toBe("LEAN_LONG")
  })

  test("are at most LEAN_SHORT once the market is stretched", () => {
    const stretched = { score: -0.7, flags: ["stretched"], pUp24h: 0.5 } as const
    for (const previous of [null, "SHORT", "STRONG_SHORT"] as const) {
      expect(decide({ ...stretched, previous })).toBe("LEAN_SHORT")
    }
  })

  test("end at NEUTRAL by downgrade() and at LEAN_SHORT by capShort(); a lean has no trade", () => {
    for (const direction of DIRECTIONS) {
      expect(stepsFromNeutral(downgrade(direction))).toBe(Math.max(0, stepsFromNeutral(direction) - 1))
      expect(["SHORT", "STRONG_SHORT"]).not.toContain(capShort(direction))
      expect(tradeDirectionOf(direction)).toBe(direction.startsWith("LEAN") ? "NEUTRAL" : direction)
    }
  })
})

describe("probability of a rise within 24h", () => {
  test("stays between 0.45 and 0.62", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.subarray(["uptrend_pullback", "downtrend_rally", "stretched"] as const),
        fc.option(fc.integer({ min: 0, max: 100 })),
        (score, flags, fearGreed) => {
          const p = probabilityUp24h({ score, flags, fearGreed })
          expect(p).toBeGreaterThanOrEqual(parameters.confidence.low)
          expect(p).toBeLessThanOrEqual(parameters.confidence.high)
          expect(confidenceOf(p, 0)).toBeGreaterThanOrEqual(0.5)
        },
      ),
    )
    expect(probabilityUp24h({ score: 0.5, flags: ["uptrend_pullback"], fearGreed: null })).toBeGreaterThan(0.55)
  })

  test("spans the range that the study reports for BTC", () => {
    const highest = modelledUp24h({ score: 0.8, flags: ["uptrend_pullback"], fearGreed: 90 })
    const lowest = modelledUp24h({ score: -0.3, flags: ["downtrend_rally"], fearGreed: 10 })
    expect(highest).toBeCloseTo(0.547, 2)
    expect(lowest).toBeCloseTo(0.471, 2)
    expect(modelledUp24h({ score: 0, flags: [], fearGreed: null })).toBeCloseTo(0.499, 2)
  })
})

test("the score is the balance of the votes, and a category without votes is unavailable", () => {
  expect(scoreOf({ long: 8, short: 4, neutral: 4, unavailable: 9 })).toBe(0.25)
  expect(scoreOf({ long: 0, short: 0, neutral: 0, unavailable: 25 })).toBe(0)
  expect(categoryVote({ long: 0, short: 0, neutral: 0, unavailable: 6 })).toBe("UNAVAILABLE")
  expect(categoryVote({ long: 1, short: 1, neutral: 1, unavailable: 0 })).toBe("NEUTRAL")
})

test("the parameters are frozen, and their fingerprint is part of the method version", () => {
  expect(Object.isFrozen(parameters.pUp24h)).toBe(true)
  expect(METHOD_VERSION).toMatch(/^2026\.11-[0-9a-f]{8}$/)
})
