import { describe, expect, test } from "vitest"
import { type Candle, intervalMs, isClosed } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { forecastWith } from "@/tools/testing/engine/forecasts"
import { range80 } from "@/lib/domain/volatility/cone"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { CANDLES_ONLY, foldCandles, inputsOf } from "@/tools/testing/engine/signal-market"
import { computeSignal, type Signal } from "./compute-signal"
import { indicators } from "./registry"

/** Three years of the simulated market. */
const FIRST_MS = Date.UTC(2019, 0, 1)
const LAST_MS = Date.UTC(2022, 0, 1)
const CALLS_PER_COIN = 30

/** A year and two months of warm-up before the question, and a week after it. */
const BEFORE_MS = 430 * DAY_MS
const AFTER_MS = 8 * DAY_MS

type History = {
  readonly hours: readonly Candle[]
  readonly fourHours: readonly Candle[]
  readonly days: readonly Candle[]
}

/** Evenly spread. A step is a multiple of 37 hours, so that every hour of the day occurs. */
const STEP_MS = Math.floor((LAST_MS - FIRST_MS - BEFORE_MS - AFTER_MS) / CALLS_PER_COIN / (37 * HOUR_MS)) * 37 * HOUR_MS
const moments = Array.from({ length: CALLS_PER_COIN }, (_, index) => FIRST_MS + BEFORE_MS + index * STEP_MS)

describe("on simulated history", () => {
  const market = createSimulatedMarket({ seed: 402, genesisMs: FIRST_MS })
  const cases = COINS.flatMap((coin) => {
    const history = historyOf(market, coin)
    return moments.map((nowMs) => evaluate(history, nowMs))
  })

  test("later data does not change a signal by a single bit", () => {
    expect(cases).toHaveLength(COINS.length * CALLS_PER_COIN)
    for (const { whole, truncated } of cases) expect(sold(truncated)).toBe(sold(whole))
  })

  test("every signal's votes add up, and its numbers are finite", () => {
    for (const { whole } of cases) {
      const { counts, levels, volatility, degraded } = whole
      expect(counts.long + counts.short + counts.neutral + counts.unavailable).toBe(indicators.length)
      expect(degraded).toBe(false)
      expect(sold(whole)).not.toMatch(/NaN|Infinity/)
      expect(volatility).not.toBeNull()
      if (levels === null) continue
      const sign = levels.side === "long" ? 1 : -1
      const steps = [levels.stop, levels.entry, ...levels.targets]
      expect(steps).toEqual(steps.toSorted((a, b) => sign * (a - b)))
    }
  })

  test("levels are missing only where a target would fall below zero", () => {
    const without = cases.filter(({ whole }) => whole.levels === null)
    expect(without.length / cases.length).toBeLessThan(0.02)
    for (const { whole } of without) expect(whole.score).toBeLessThan(0)
  })

  test("every direction, side and flag occurs", () => {
    const sides = new Set(cases.map(({ whole }) => whole.direction))
    for (const direction of ["STRONG_LONG", "LONG", "NEUTRAL", "LEAN_SHORT"] as const)
      expect(sides).toContain(direction)
    const flags = new Set(cases.flatMap(({ whole }) => whole.flags))
    expect(flags).toEqual(new Set(["uptrend_pullback", "downtrend_rally", "stretched"]))
  })

  test.each([
    ["24h", DAY_MS],
    ["7d", 7 * DAY_MS],
  ] as const)("the 80%% range of %s holds about four closes in five", (horizon, horizonMs) => {
    const held = cases.filter(({ whole, price, closeAfter }) => {
      const { low, high } = range80(price, whole.volatility ?? forecastWith({ sigma24h: 0, sigma7d: 0 }), horizon)
      const close = closeAfter(horizonMs)
      return close >= low && close <= high
    })
    expect(held.length / cases.length).toBeGreaterThan(0.74)
    expect(held.length / cases.length).toBeLessThan(0.88)
  })
})

/** The whole signal as text: equal texts mean equal values to the last bit. */
function sold(signal: Signal): string {
  return JSON.stringify({ ...signal, view: null }, (_, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  )
}

function evaluate(history: History, nowMs: number) {
  const near = <T extends Candle>(candles: readonly T[]) =>
    candles.filter(({ openTimeMs }) => openTimeMs >= nowMs - BEFORE_MS && openTimeMs < nowMs + AFTER_MS)
  const window = {
    nowMs,
    hours: near(history.hours),
    fourHours: near(history.fourHours),
    days: near(history.days),
  }
  const cut = {
    nowMs,
    hours: window.hours.filter((candle) => isClosed(candle, "1h", nowMs)),
    fourHours: window.fourHours.filter((candle) => isClosed(candle, "4h", nowMs)),
    days: window.days.filter((candle) => isClosed(candle, "1d", nowMs)),
  }
  const price = cut.hours.at(-1)?.closeUsd ?? 0
  const question = { nowMs, priceUsd: price, previousDirection: null, minimum: CANDLES_ONLY }
  return {
    price,
    whole: computeSignal(inputsOf(window), question),
    truncated: computeSignal(inputsOf(cut), question),
    closeAfter: (ms: number) =>
      window.hours.findLast(({ openTimeMs }) => openTimeMs + intervalMs["1h"] <= nowMs + ms)?.closeUsd ?? price,
  }
}

function historyOf(market: ReturnType<typeof createSimulatedMarket>, coin: Coin): History {
  const hours = market
    .candles(coin, "1h", { fromMs: FIRST_MS, toMs: LAST_MS, nowMs: LAST_MS })
    .map((candle) => ({ ...candle, takerBuyVolumeBase: null }))
  return { hours, fourHours: foldCandles(hours, "4h"), days: foldCandles(hours, "1d") }
}
