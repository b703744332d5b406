import { existsSync, readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { type Candle, intervalMs, isClosed } from "@/lib/domain/market/candle"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { range80 } from "@/lib/domain/volatility/forecast"
import { CANDLES_ONLY, foldCandles, inputsOf } from "@/lib/testing/engine/signal-market"
import { computeSignal, type Signal } from "./compute-signal"

const COINS = ["BTC", "ETH", "SOL"] as const
const fileOf = (coin: string) => `../shared/data/ohlcv/binance_spot_${coin}USDT_1h.csv.gz`
const PAIRS_PER_COIN = 80

/** A year and two months of warm-up before the question, and a week after it. */
const BEFORE_MS = 430 * DAY_MS
const AFTER_MS = 8 * DAY_MS

type History = {
  readonly hours: readonly Candle[]
  readonly fourHours: readonly Candle[]
  readonly days: readonly Candle[]
}

/** Evenly spread and the same in every run; 37 hours is no multiple of a day, so every hour of it comes up. */
const momentsOf = ({ hours }: History) => {
  const [first, last] = [hours[0]?.openTimeMs ?? 0, hours.at(-1)?.openTimeMs ?? 0]
  const span = last - AFTER_MS - first - BEFORE_MS
  const step = Math.floor(span / PAIRS_PER_COIN / (37 * HOUR_MS)) * 37 * HOUR_MS
  return Array.from({ length: PAIRS_PER_COIN }, (_, i) => first + BEFORE_MS + i * step)
}

const isHere = COINS.every((coin) => existsSync(fileOf(coin)))

describe.runIf(isHere)("on real history", () => {
  const cases = (isHere ? COINS : []).flatMap((coin) => {
    const history = read(coin)
    return momentsOf(history).map((nowMs) => evaluate(history, nowMs))
  })

  test("what came later changes nothing, to the last bit", () => {
    expect(cases).toHaveLength(COINS.length * PAIRS_PER_COIN)
    for (const { whole, truncated } of cases) expect(sold(truncated)).toBe(sold(whole))
  })

  test("every answer adds up and is finite", () => {
    for (const { whole } of cases) {
      const { counts, levels, volatility, degraded } = whole
      expect(counts.long + counts.short + counts.neutral + counts.unavailable).toBe(25)
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

  test("every class side and flag occurs", () => {
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
      const { low, high } = range80(price, whole.volatility ?? { sigma24h: 0, sigma3d: 0, sigma7d: 0 }, horizon)
      const close = closeAfter(horizonMs)
      return close >= low && close <= high
    })
    expect(held.length / cases.length).toBeGreaterThan(0.74)
    expect(held.length / cases.length).toBeLessThan(0.88)
  })
})

/** Everything that is sold, as text: equal text is equal to the last bit. */
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

function read(coin: string): History {
  const [, ...lines] = gunzipSync(readFileSync(fileOf(coin)))
    .toString()
    .trim()
    .split("\n")
  const hours = lines.map((line): Candle => {
    const [openTimeMs = 0, openUsd = 0, highUsd = 0, lowUsd = 0, closeUsd = 0, volumeBase = 0] = line
      .split(",")
      .map(Number)
    return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase: null }
  })
  return { hours, fourHours: foldCandles(hours, "4h"), days: foldCandles(hours, "1d") }
}
