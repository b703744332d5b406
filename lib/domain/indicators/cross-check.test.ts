import { IndicatorsSync } from "@ixjb94/indicators"
import { describe, expect, test } from "vitest"
import * as reference from "trading-signals"
import { at } from "./series"
import { outputs } from "@/tools/testing/domain/indicators/outputs"
import { flatBars, syntheticBars, type Bars } from "@/tools/testing/domain/indicators/synthetic-bars"

type Values = readonly (number | null)[]

const bars = syntheticBars(42, 500)
const [high, low, close, volume] = [bars.high, bars.low, bars.close, bars.volume].map((column) => [...column]) as [
  number[],
  number[],
  number[],
  number[],
]
const port = new IndicatorsSync()

describe("@ixjb94/indicators", () => {
  const exact: readonly (readonly [string, () => readonly number[] | undefined])[] = [
    ["rsi14", () => port.rsi(close, 14)],
    ["bb_l", () => port.bbands(close, 20, 2)[0]],
    ["stoch_k", () => port.stoch(high, low, close, 14, 3, 3)[0]],
    ["cci20", () => port.cci(high, low, close, 20)],
    ["mfi14", () => port.mfi(high, low, close, volume, 14)],
  ]

  test.each(exact)("%s has the same values", (name, compute) => {
    expect(largestError(name, compute() ?? [], 0)).toBeLessThan(1e-8)
  })

  test("ATR, which the library seeds one candle earlier, agrees after 250 candles", () => {
    const theirs = port.atr(high, low, close, 14)
    expect(largestError("atr14", theirs, 0)).toBeGreaterThan(1e-3)
    expect(largestError("atr14", theirs, 250)).toBeLessThan(1e-8)
  })

  test("EMA and MACD, which the library seeds with the first price, agree after 250 candles", () => {
    const theirs = port.macd(close, 12, 26, 9)[2] ?? []
    expect(largestError("macd_hist", theirs, 0)).toBeGreaterThan(1e-3)
    expect(largestError("macd_hist", theirs, 250)).toBeLessThan(1e-6)
  })

  test("OBV, which the library starts from 0, differs by a constant", () => {
    const theirs = port.obv(close, volume).map((value) => value + at(bars.volume, 0))
    expect(largestError("obv", theirs, 0)).toBeLessThan(1e-9)
  })
})

describe("trading-signals", () => {
  const candles = toCandles(bars)
  const exact: readonly (readonly [string, () => Values])[] = [
    ["rsi14", () => new reference.RSI(14).updates(close)],
    ["bb_u", () => new reference.BollingerBands(20, 2).updates(close).map((bands) => bands?.upper ?? null)],
    ["cci20", () => new reference.CCI(20).updates(candles)],
    ["mfi14", () => new reference.MFI(14).updates(candles)],
  ]

  test.each(exact)("%s has the same values", (name, compute) => {
    expect(largestError(name, compute(), 0)).toBeLessThan(1e-8)
  })

  test("ATR and ADX, which the library seeds one candle earlier, agree after 250 candles", () => {
    expect(largestError("atr14", new reference.ATR(14).updates(candles), 250)).toBeLessThan(1e-8)
    expect(largestError("adx14", new reference.ADX(14).updates(candles), 250)).toBeLessThan(1e-6)
  })

  test("at a constant price the library has an RSI of 100, this project 50", () => {
    const flat = flatBars(60, 100, 10)
    expect(new reference.RSI(14).updates([...flat.close]).at(-1)).toBe(100)
    expect(outputs["rsi14"]?.compute(flat).at(-1)).toBe(50)
  })
})

/** Largest relative difference from candle `from` on, where both have a value. The series are aligned at the last candle. */
function largestError(name: string, theirs: Values, from: number): number {
  const ours = outputs[name]?.compute(bars) ?? new Float64Array()
  const shift = ours.length - theirs.length
  const errors = theirs.flatMap((value, i) => {
    const own = at(ours, i + shift)
    if (value === null || Number.isNaN(value) || Number.isNaN(own) || i + shift < from) return []
    return [Math.abs(own - value) / Math.max(1, Math.abs(own))]
  })
  expect(errors.length, "enough values to compare").toBeGreaterThan(200)
  return Math.max(...errors)
}

function toCandles(columns: Bars): readonly Record<"open" | "high" | "low" | "close" | "volume", number>[] {
  return Array.from(columns.close, (_, i) => ({
    open: at(columns.open, i),
    high: at(columns.high, i),
    low: at(columns.low, i),
    close: at(columns.close, i),
    volume: at(columns.volume, i),
  }))
}
