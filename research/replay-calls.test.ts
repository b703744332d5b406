import { expect, test } from "vitest"
import { intervalMs, isClosed } from "@/lib/domain/market/candle"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { CANDLES_ONLY, foldCandles, waveMarket } from "@/tools/testing/engine/signal-market"
import { fold, movingWindow } from "./candles"
import { mergeCalls } from "./replay-study"
import { NO_SERIES } from "./series"
import { replayCalls } from "./replay-calls"

const FOUR_HOURS_MS = intervalMs["4h"]
const { hours, nowMs } = waveMarket({ driftPerDay: 0.001, wave: 0.02 })
const history = { hours, fourHours: fold(hours, "4h"), days: fold(hours, "1d") }
const question = { coin: "BTC" as const, history, series: NO_SERIES, minimum: CANDLES_ONLY }
const span = { fromMs: nowMs - 40 * FOUR_HOURS_MS, toMs: nowMs }

test("fold() makes the candles of providers from hourly candles, without the open candle", () => {
  for (const interval of ["4h", "1d"] as const) {
    const closed = foldCandles(hours, interval).filter((candle) => isClosed(candle, interval, nowMs))
    expect(fold(hours, interval).map(({ closeUsd }) => closeUsd)).toEqual(closed.map(({ closeUsd }) => closeUsd))
    expect(fold(hours, interval).map(({ highUsd }) => highUsd)).toEqual(closed.map(({ highUsd }) => highUsd))
  }
})

test("movingWindow() returns the newest closed candles", () => {
  const window = movingWindow(hours, "1h", 3)
  for (const timeMs of [nowMs - 2 * FOUR_HOURS_MS, nowMs - 1, nowMs]) {
    const closed = hours.filter((candle) => isClosed(candle, "1h", timeMs))
    expect(window(timeMs)).toEqual(closed.slice(-3))
  }
})

test("replayCalls() makes a call at every close, and no call uses data after its close", () => {
  const calls = [...replayCalls(question, { ...span, previous: null })]
  expect(calls.map(({ decisionTimeMs }) => decisionTimeMs)).toEqual(
    Array.from({ length: 40 }, (_, index) => span.fromMs + index * FOUR_HOURS_MS),
  )
  const known = hours.filter((candle) => isClosed(candle, "1h", nowMs - 20 * FOUR_HOURS_MS))
  const shorter = { hours: known, fourHours: fold(known, "4h"), days: fold(known, "1d") }
  const cut = replayCalls(
    { ...question, history: shorter },
    { ...span, toMs: nowMs - 19 * FOUR_HOURS_MS, previous: null },
  )
  expect(canonicalJson([...cut])).toBe(canonicalJson(calls.slice(0, 21)))
})

test("mergeCalls() makes the calls of one replay from parts that were computed separately", () => {
  const whole = [...replayCalls(question, { ...span, previous: null })]
  const tasks = Array.from({ length: 8 }, (_, index) => ({
    coin: "BTC" as const,
    fromMs: span.fromMs + 5 * index * FOUR_HOURS_MS,
    toMs: span.fromMs + 5 * (index + 1) * FOUR_HOURS_MS,
  }))
  const parts = tasks.map((task) => [...replayCalls(question, { ...task, previous: null })])
  expect(canonicalJson(mergeCalls(question, tasks, parts))).toBe(canonicalJson(whole))
})

test("a close with missing candles has no call, and the next call has no previous direction", () => {
  const holed = hours.filter(({ openTimeMs }) => openTimeMs !== span.fromMs - intervalMs["1h"])
  const before = { decisionTimeMs: span.fromMs - FOUR_HOURS_MS, direction: "LONG" as const }
  const heldOn = (hours: typeof history.hours) =>
    [...replayCalls({ ...question, history: { ...history, hours } }, { ...span, previous: before })]
      .slice(0, 2)
      .map(({ decisionTimeMs, content }) => [(decisionTimeMs - span.fromMs) / FOUR_HOURS_MS, content.previousDirection])
  expect(heldOn(hours)[0]).toEqual([0, "LONG"])
  expect(heldOn(holed)[0]).toEqual([1, null])
})
