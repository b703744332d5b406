import { describe, expect, test } from "vitest"
import type { Candle } from "@/lib/domain/market/candle"
import { closedColumns } from "@/lib/domain/market/columns"
import { DAY_MS } from "@/lib/domain/utc-day"
import { conditionsOf } from "./conditions"
import { confirm, regimeOf } from "./regime"
import type { RegimeFacts } from "./regime-facts"
import { classify, type Regime, regimeRules, REGIMES, trendOf } from "./regime-rules"

const FIRST = Date.UTC(2024, 0, 1)

/** Days with these closes, each with a range of `spread` around its close. */
function history(closes: readonly number[], spread: (index: number) => number = () => 0.02) {
  const candles = closes.map((closeUsd, i): Candle => ({
    openTimeMs: FIRST + i * DAY_MS,
    openUsd: closeUsd,
    highUsd: closeUsd * (1 + spread(i)),
    lowUsd: closeUsd * (1 - spread(i)),
    closeUsd,
    volumeBase: 1,
    takerBuyVolumeBase: null,
  }))
  return closedColumns(candles, "1d", FIRST + closes.length * DAY_MS)
}

const drifting = (days: number, perDay: number) =>
  Array.from({ length: days }, (_, i) => 100 * Math.exp(perDay * i + 0.01 * Math.sin(i)))
const greed = (days: number, index: number) =>
  Array.from({ length: days }, (_, i) => ({ atMs: FIRST + i * DAY_MS, index }))

const quiet: RegimeFacts = {
  close: 100,
  fast: 100,
  slow: 100,
  return30d: 0,
  drawdown90d: -0.1,
  drawdown365d: -0.22,
  volatilityPercentile: 0.5,
  fearGreed7d: 50,
}
const falling = { ...quiet, close: 80, fast: 90, return30d: -0.2, drawdown90d: -0.3, drawdown365d: -0.4 }
const rising = { ...quiet, close: 140, fast: 120, return30d: 0.2, drawdown90d: 0, drawdown365d: 0 }

test.each<[Regime, string, RegimeFacts]>([
  ["FEAR_CAPITULATION", "a fall of more than 12% with fear", { ...falling, fearGreed7d: 25 }],
  ["FEAR_CAPITULATION", "a slow fall in a deep drawdown with fear", { ...falling, return30d: -0.05, fearGreed7d: 20 }],
  ["MARKDOWN", "a fall of more than 12% without fear", { ...falling, fearGreed7d: 26 }],
  ["MARKDOWN", "a fall of more than 12% without the index", { ...falling, fearGreed7d: null }],
  ["EUPHORIA", "a rise far above the average with greed", { ...rising, fearGreed7d: 75 }],
  ["MARKUP", "a rise near the average with greed", { ...rising, close: 129, fearGreed7d: 90 }],
  ["MARKUP", "a rise without the index", { ...rising, fearGreed7d: null }],
  [
    "ACCUMULATION",
    "low volatility far below the year's high",
    { ...quiet, drawdown365d: -0.3, volatilityPercentile: 0.39 },
  ],
  ["RANGE", "usual volatility far below the year's high", { ...quiet, drawdown365d: -0.3, volatilityPercentile: 0.4 }],
  [
    "DISTRIBUTION",
    "a price near the high, between the averages",
    { ...quiet, close: 105, fast: 110, drawdown365d: -0.1 },
  ],
  ["RANGE", "any other facts", quiet],
])("the regime is %s for %s", (regime, _, facts) => {
  expect(classify(facts)).toBe(regime)
})

test("every regime has one rule, and the last rule has no conditions", () => {
  expect(regimeRules.map(({ regime }) => regime)).toEqual([...REGIMES])
  expect(regimeRules.at(-1)?.tests).toEqual([])
  for (const { regime, tests } of regimeRules)
    expect(new Set(tests.map(({ text }) => text)).size, regime).toBe(tests.length)
})

test("a regime starts on its third day, and shorter phases are ignored", () => {
  const [a, b, c] = ["MARKUP", "RANGE", "MARKDOWN"] as const
  expect(confirm([a, a, b, b, a, b, b, b, c, c, c])).toEqual([a, a, a, a, a, a, a, b, b, b, c])
  expect(confirm([])).toEqual([])
})

describe("the regime of a history", () => {
  test("is MARKUP in a steady rise, EUPHORIA with high greed, and MARKDOWN in a fall", () => {
    const rise = history(drifting(500, 0.004))
    expect(regimeOf(rise, [])?.regime).toBe("MARKUP")
    expect(regimeOf(rise, greed(500, 80))?.regime).toBe("EUPHORIA")
    const fall = history(drifting(500, -0.004))
    expect(regimeOf(fall, [])?.regime).toBe("MARKDOWN")
    expect(regimeOf(fall, greed(500, 10))?.regime).toBe("FEAR_CAPITULATION")
  })

  test("has its first day, and needs a year of volatilities", () => {
    const turned = history([...drifting(480, 0.004), ...Array.from({ length: 20 }, (_, i) => 670 * 0.97 ** i)])
    const call = regimeOf(turned, [])
    expect(call?.regime).not.toBe("MARKUP")
    expect(call?.days).toBeLessThan(20)
    expect(regimeOf(history(drifting(394, 0.004)), [])).toBeNull()
    expect(regimeOf(history(drifting(395, 0.004)), [])).not.toBeNull()
  })

  test("lists its changes newest first, dated at the confirming close", () => {
    const turned = history([...drifting(480, 0.004), ...Array.from({ length: 20 }, (_, i) => 670 * 0.97 ** i)])
    const call = regimeOf(turned, [])
    if (call === null) throw new Error("no call")
    const [newest] = call.changes
    expect(newest?.to).toBe(call.regime)
    expect(newest?.atMs).toBe(FIRST + (500 - call.days + 1) * DAY_MS)
    expect(call.changes.at(-1)?.from).toBe("MARKUP")
    expect(call.changes.map(({ atMs }) => atMs)).toEqual(call.changes.map(({ atMs }) => atMs).toSorted((a, b) => b - a))
    expect(call).toMatchObject({ isLowerBound: false, lookedAtDays: 106 })
    expect(regimeOf(history(drifting(500, 0.004)), [])).toMatchObject({ isLowerBound: true, days: 106, changes: [] })
  })

  test("does not change when later days or readings are known", () => {
    const closes = Array.from({ length: 600 }, (_, i) => 100 * Math.exp(0.5 * Math.sin(i / 60) + 0.02 * Math.sin(i)))
    const moods = closes.map((_, i) => ({ atMs: FIRST + i * DAY_MS, index: 50 + 45 * Math.sin(i / 60 + 1) }))
    for (const count of [420, 467, 510, 555]) {
      const cut = history(closes.slice(0, count))
      expect(regimeOf(cut, moods)).toEqual(regimeOf(cut, moods.slice(0, count)))
    }
  })

  test("keeps its past changes from one day to the next", () => {
    const closes = Array.from(
      { length: 690 },
      (_, i) => 100 * Math.exp(0.3 * Math.sin(i / 40) + 0.05 * Math.sin(i * 1.3)),
    )
    const timesAt = (count: number) =>
      regimeOf(history(closes.slice(0, count)), [])?.changes.map(({ atMs }) => atMs) ?? []
    let before = timesAt(620)
    for (let count = 620; count < closes.length; count++) {
      const begunMs = FIRST + (count + 1 - 180 + 1) * DAY_MS
      const after = timesAt(count + 1)
      const known = before.filter((atMs) => atMs > begunMs)
      const told = after.filter((atMs) => atMs <= FIRST + count * DAY_MS)
      expect(known.length).toBeGreaterThan(3)
      expect(told, `on day ${count}`).toEqual(known)
      before = after
    }
  })

  test("has no 7-day fear & greed mean when a day is missing", () => {
    const rise = history(drifting(500, 0.004))
    const holed = greed(500, 80).filter((_, i) => i !== 497)
    expect(regimeOf(rise, holed)?.facts.fearGreed7d).toBeNull()
  })
})

describe("conditions", () => {
  test.each([
    [0, "LOW", "LOW"],
    [0.2499, "LOW", "LOW"],
    [0.25, "MODERATE", "NORMAL"],
    [0.75, "ELEVATED", "HIGH"],
    [0.9, "HIGH", "EXTREME"],
    [1, "HIGH", "EXTREME"],
  ] as const)("of a forecast at percentile %f are %s risk and %s volatility", (percentile, riskLevel, volatility) => {
    expect(conditionsOf(percentile, false)).toEqual({ riskLevel, volatility })
  })

  test("rise by one level before an important event, at most to the highest level", () => {
    expect(conditionsOf(0.1, true)).toEqual({ riskLevel: "MODERATE", volatility: "LOW" })
    expect(conditionsOf(0.95, true).riskLevel).toBe("HIGH")
  })

  test("the trend is the direction of the regime", () => {
    expect(REGIMES.map((regime) => [regime, trendOf(regime)])).toEqual([
      ["FEAR_CAPITULATION", "DOWNTREND"],
      ["EUPHORIA", "UPTREND"],
      ["ACCUMULATION", "SIDEWAYS"],
      ["DISTRIBUTION", "SIDEWAYS"],
      ["MARKUP", "UPTREND"],
      ["MARKDOWN", "DOWNTREND"],
      ["RANGE", "SIDEWAYS"],
    ])
  })
})
