import { expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import { sealedFacts } from "@/tools/testing/record/sealed-history"
import { settle, withOutcome } from "./outcome"
import { isDailyClose, sealedTouch } from "./touch-levels"
import { touchScoreOf, wasTouched } from "./touch-score"

const T = Date.UTC(2026, 0, 1)
const HOUR = intervalMs["1h"]
const volatility = { nowMs: T, sigma24h: 0.03, sigma7d: 0.08, sigma30d: 0.16, percentile: 0.5 }

/** 24 hours after the call and the one before it, at 100, with one high and one low. */
function hours(source: string, scale = 1) {
  const value = Array.from({ length: 25 }, (_, hour) => ({
    openTimeMs: T + (hour - 1) * HOUR,
    openUsd: 100 * scale,
    closeUsd: 100 * scale,
    highUsd: (hour === 5 ? 104 : 101) * scale,
    lowUsd: (hour === 0 ? 50 : hour === 9 ? 98 : 99) * scale,
    volumeBase: 1,
    takerBuyVolumeBase: null,
  }))
  return { value, source, asOfMs: T + DAY_MS, fetchedAtMs: T + DAY_MS }
}

test("levels lie at 0.5, 1 and 2 deviations on both sides, with odds that fall with the distance and grow with time", () => {
  const { "24h": day, "7d": week } = sealedTouch(100, volatility)
  expect(day.map(({ side, sigmas }) => `${side} ${sigmas}`)).toEqual(
    ["above", "below"].flatMap((side) => [0.5, 1, 2].map((sigmas) => `${side} ${sigmas}`)),
  )
  expect(day.map(({ levelUsd }) => levelUsd)).toEqual([101.51, 103.05, 106.18, 98.51, 97.04, 94.18])
  for (const levels of [day, week]) {
    const odds = levels.map((level) => level.odds)
    expect(odds[0]).toBeGreaterThan(odds[1] ?? 1)
    expect(odds[1]).toBeGreaterThan(odds[2] ?? 1)
  }
  expect([isDailyClose(T), isDailyClose(T + 4 * HOUR)]).toEqual([true, false])
})

test("a touch is read from the hours after the call, in the proportion of another provider's price", () => {
  const facts = sealedFacts({ coin: "BTC", decisionTimeMs: T })
  for (const given of [hours("binance"), hours("kraken", 1.01)]) {
    const measured = settle(facts, "24h", given, T + DAY_MS)
    if (measured === null) throw new Error("the hours are there")
    const touched = (side: "above" | "below", levelUsd: number) => wasTouched(facts, { side, levelUsd }, measured)
    expect([touched("above", 103.99), touched("above", 104.01)]).toEqual([true, false])
    expect([touched("below", 98.01), touched("below", 97.99)]).toEqual([true, false])
  }
})

test("with a missing hour the outcome has no extremes, and the call is counted and not scored", () => {
  const facts = sealedFacts({ coin: "BTC", decisionTimeMs: T, touch: sealedTouch(100, volatility) })
  const whole = hours("binance")
  const partial = { ...whole, value: whole.value.filter((_, index) => index !== 7) }
  const scoreOf = (given: typeof whole) => {
    const measured = settle(facts, "24h", given, T + DAY_MS)
    return measured && touchScoreOf([withOutcome(facts, measured)], "24h")
  }
  expect(scoreOf(whole)).toMatchObject({ n: 1, levels: 6, touched: 3, brier: null, withoutExtremes: 0 })
  expect(scoreOf(partial)).toMatchObject({ n: 0, levels: 0, withoutExtremes: 1 })
})

test("the Brier score is the mean squared error of every level", () => {
  const calls = Array.from({ length: 40 }, (_, day) => {
    const facts = sealedFacts({ coin: "BTC", decisionTimeMs: T, touch: sealedTouch(100, volatility) })
    const measured = settle(facts, "24h", hours("binance"), T + DAY_MS)
    if (measured === null) throw new Error(`no outcome of day ${day}`)
    return withOutcome(facts, measured)
  })
  // 104 and 98 were reached: of the levels above the two nearest, below the nearest.
  const happened = [1, 1, 0, 1, 0, 0]
  const levels = sealedTouch(100, volatility)["24h"]
  const byHand = levels.reduce((sum, { odds }, index) => sum + (odds - (happened[index] ?? 0)) ** 2, 0) / 6
  expect(touchScoreOf(calls, "24h").brier).toBeCloseTo(byHand, 12)
})

test("the reference states for each level how often these calls touched it, and the intervals are of calls", () => {
  const touch = sealedTouch(100, volatility)
  // Every other day has no high of 104, so the two nearest levels above are touched in half of the calls.
  const quiet = { ...hours("binance"), value: hours("binance").value.map((hour) => ({ ...hour, highUsd: 101 })) }
  const calls = Array.from({ length: 40 }, (_, day) => {
    const facts = sealedFacts({ coin: "BTC", decisionTimeMs: T, touch })
    const measured = settle(facts, "24h", day % 2 === 0 ? quiet : hours("binance"), T + DAY_MS)
    if (measured === null) throw new Error(`no outcome of day ${day}`)
    return withOutcome(facts, measured)
  })
  const { brier, brierInterval, brierOfShares, differenceInterval } = touchScoreOf(calls, "24h")
  expect(brierOfShares).toBeCloseTo((0.25 + 0.25) / 6, 12)
  const scoreOf = (happened: readonly number[]) =>
    touch["24h"].reduce((sum, { odds }, index) => sum + (odds - (happened[index] ?? 0)) ** 2, 0) / 6
  const [busy, calm] = [scoreOf([1, 1, 0, 1, 0, 0]), scoreOf([0, 0, 0, 1, 0, 0])]
  expect(brier).toBeCloseTo((busy + calm) / 2, 12)
  const half = (1.959964 * (Math.abs(busy - calm) / 2) * Math.sqrt(40 / 39)) / Math.sqrt(40)
  expect(brierInterval?.high).toBeCloseTo((busy + calm) / 2 + half, 6)
  // A share of one half has the same score in both kinds of days, so both intervals are equally wide.
  expect(differenceInterval?.high).toBeCloseTo(0.5 / 6 - (busy + calm) / 2 + half, 6)
  expect(touchScoreOf(calls.slice(0, 3), "24h")).toMatchObject({ brierOfShares: null, differenceInterval: null })
})
