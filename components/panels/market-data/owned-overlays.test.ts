import { expect, test } from "vitest"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { quantilesOf } from "@/lib/domain/volatility/cone"
import { remainingVolatility } from "@/lib/domain/volatility/remaining"
import { forecastWith } from "@/tools/testing/engine/forecasts"
import { nestedRanges } from "./cone-ranges"
import { riskLevels, signalOverlays } from "./owned-overlays"

test("an owned signal adds its levels with their odds and both ranges", () => {
  const { example } = signalContract
  const overlays = signalOverlays(example)
  const madeAtMs = Date.parse(example.timestamp)
  expect(overlays?.madeAtMs).toBe(madeAtMs)
  expect(overlays?.levels.map(({ name }) => name)).toEqual(["Stop", "Entry", "Target 1", "Target 2", "Target 3"])
  expect(overlays?.levels[0]?.note).toMatch(/^<?\d+% in 7d$/)
  expect(overlays?.levels[1]?.note, "an entry has no odds").toBeUndefined()
  expect(overlays?.cones).toMatchObject([
    { atMs: Date.parse(example.decided_at ?? "") + DAY_MS, ...example.now?.range80_24h },
    { atMs: Date.parse(example.decided_at ?? "") + 7 * DAY_MS, ...example.now?.range80_7d },
  ])
})

test("a level that was touched since the close is marked, and an older answer has the odds of its close", () => {
  const { example } = signalContract
  const stop = { ...example.now?.stop_loss, passed: true, p_touch_24h: 1, p_touch_7d: 1 }
  const passed = signalOverlays({ ...example, now: { ...example.now, stop_loss: stop } })
  expect(passed?.levels[0]).toMatchObject({ name: "Stop", note: "touched" })
  const old = signalOverlays({ ...example, now: undefined })
  expect(old?.levels[0]?.note).toMatch(/^<?\d+% in 7d$/)
  expect(old?.cones[0]).toMatchObject(example.outlook.range80_24h)
})

test("the 50% and 95% bands are the quantiles of the answer, moved to its price as the 80% band is", () => {
  const { example } = signalContract
  const { outlook } = example
  const sealed = signalOverlays({ ...example, now: undefined })?.cones[0]
  expect(sealed?.range50?.low).toBeCloseTo(outlook.quantiles?.["24h"].p25 ?? 0, -1)
  expect(sealed?.range95?.high).toBeCloseTo(outlook.quantiles?.["24h"].p97_5 ?? 0, -1)
  for (const { low, high, range50, range95 } of signalOverlays(example)?.cones ?? []) {
    const bounds = [range95?.low, low, range50?.low, range50?.high, high, range95?.high]
    expect(bounds).toEqual(bounds.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  }
  const old = signalOverlays({ ...example, outlook: { ...outlook, quantiles: undefined } })?.cones[0]
  expect([old?.range50, old?.range95]).toEqual([undefined, undefined])
})

test("moved quantiles are within 1% of the widths that the forecast gives for the time that is left", () => {
  const volatility = forecastWith({ sigma24h: 0.03, sigma7d: 0.07 })
  for (const hours of [24, 168]) {
    const pricesOf = (priceUsd: number, forecast: VolatilityForecast) => (pct: number) =>
      quantilesOf(priceUsd, forecast, hours).find((quantile) => quantile.pct === pct)?.priceUsd ?? Number.NaN
    const [at, now] = [pricesOf(100, volatility), pricesOf(103, remainingVolatility(volatility, 4 * HOUR_MS))]
    const outer = { p02_5: at(2.5), p10: at(10), p90: at(90), p97_5: at(97.5) }
    const moved = nestedRanges({ low: now(10), high: now(90) }, { ...outer, p25: at(25), p50: at(50), p75: at(75) })
    for (const [range, low, high] of [
      [moved.range50, 25, 75],
      [moved.range95, 2.5, 97.5],
    ] as const) {
      const width = Math.log(now(high) / now(low))
      expect(Math.abs(Math.log(range.high / range.low) / width - 1)).toBeLessThan(0.01)
    }
  }
})

test("a signal without a plan has ranges and no levels", () => {
  const { now } = signalContract.example
  const noPlan = { ...signalContract.example, levels: undefined, level_odds: undefined }
  const overlays = signalOverlays({ ...noPlan, now: { ...now, stop_loss: undefined, take_profits: undefined } })
  expect(overlays?.levels).toEqual([])
  expect(overlays?.cones).toHaveLength(2)
})

test("an owned risk plan adds the nearest support and resistance", () => {
  const { barriers } = riskContract.example
  expect(riskLevels(riskContract.example)).toMatchObject([
    { name: "Support", tone: "support", price: barriers.supports[0]?.price },
    { name: "Resistance", tone: "resistance", price: barriers.resistances[0]?.price },
  ])
})

test("answers of another format add no overlay", () => {
  expect([signalOverlays({ odd: 1 }), signalOverlays(null), riskLevels({ odd: 1 })]).toEqual([null, null, []])
})
