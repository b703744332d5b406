import { expect, test } from "vitest"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { noise } from "@/tools/testing/engine/noise"
import { historyOf } from "./class-history"
import { fitReturns, holmAdjusted, testReturns } from "./event-study"
import { type HourlyClose, measureImpacts } from "./impact"
import { nowMs } from "@/tools/testing/domain/geo/news"

test("an abnormal return and its t-value match a hand calculation", () => {
  const model = fitReturns([0.01, -0.01, 0.01, -0.01])
  expect(model).toMatchObject({ mean: 0, n: 4 })
  expect(model?.sigma).toBeCloseTo(0.011547, 6)
  const { car, t } = testReturns(model ?? { mean: 0, sigma: 1, n: 1 }, [0.05, 0.01])
  expect(car).toBeCloseTo(0.06, 12)
  expect(t, "0.06 / √(2 · 0.011547² · 1.5)").toBeCloseTo(3, 6)
  expect(fitReturns([0.01, 0.01])).toBeNull()
  expect(fitReturns([0.01])).toBeNull()
})

test("Student's t with 5 degrees of freedom and Holm's correction match a hand calculation", () => {
  // Tables have 2.571 at 5% and 4.032 at 1%.
  const [a, b, c, d] = holmAdjusted([2.5706, null, -4.0321, 0])
  expect(a).toBeCloseTo(0.1, 4)
  expect(b).toBeNull()
  expect(c).toBeCloseTo(0.03, 4)
  expect(d).toBe(1)
  expect(holmAdjusted([0, 1e9])).toEqual([1, expect.closeTo(0, 12)])
})

const eventMs = nowMs - 30 * HOUR_MS

/** Forty quiet days that swing by 0.1 percent, then a jump in the hour after the event. */
function closes(jump: number, hoursAfter = 30): readonly HourlyClose[] {
  const count = 24 * 40 + hoursAfter
  return Array.from({ length: count + 1 }, (_, index) => {
    const closeTimeMs = eventMs + (index - 24 * 40) * HOUR_MS
    const swing = index % 2 === 0 ? 1 : 1.001
    return { closeTimeMs, closeUsd: 100 * swing * (closeTimeMs > eventMs ? 1 + jump : 1) }
  })
}

const nothing = { BTC: null, ETH: null, GOLD: null, OIL: null }
const question = { eventMs, nowMs, disturbedMs: [] }

test("a move beyond noise has a direction, and a small move has none", () => {
  const impacts = measureImpacts({ ...nothing, BTC: closes(-0.08), OIL: closes(0.0005) }, question)
  expect(impacts.BTC).toMatchObject({ direction: "DOWN", isSignificant: true, isMarketOpen: true })
  expect(impacts.BTC.ar24hPct).toBeCloseTo(100 * Math.log(0.92), 1)
  expect(impacts.BTC.alreadyMovedPct).toBeCloseTo(-8, 6)
  expect(impacts.OIL).toMatchObject({
    direction: "UNCLEAR",
    isSignificant: false,
    note: "not distinguishable from noise",
  })
  expect(impacts.GOLD).toMatchObject({ direction: "UNCLEAR", ar24hPct: null, isMarketOpen: null })
})

test("a t of 2.6 is significant for one asset, and not among four", () => {
  const moved = closes(0.0129)
  const alone = measureImpacts({ ...nothing, BTC: moved }, question).BTC
  expect(alone.t24h).toBeCloseTo(2.6, 1)
  expect(alone).toMatchObject({ direction: "UP", isSignificant: true, note: "beyond the usual noise" })
  const quiet = closes(0)
  const { BTC } = measureImpacts({ BTC: moved, ETH: quiet, GOLD: quiet, OIL: quiet }, question)
  expect(BTC).toEqual({
    ...alone,
    direction: "UNCLEAR",
    isSignificant: false,
    note: "not distinguishable from noise",
  })
})

test("futures are measured across their daily pause of an hour, and not across a weekend", () => {
  const isRest = (closeTimeMs: number) => new Date(closeTimeMs).getUTCHours() === 23
  const isWeekend = (closeTimeMs: number) => closeTimeMs > eventMs + 6 * HOUR_MS
  const rested = closes(0.08).filter(({ closeTimeMs }) => !isRest(closeTimeMs))
  const { GOLD } = measureImpacts({ ...nothing, GOLD: rested }, question)
  expect(GOLD).toMatchObject({ direction: "UP", isSignificant: true, isMarketOpen: true })
  expect(GOLD.ar24hPct).toBeCloseTo(100 * Math.log(1.08), 1)
  const closed = rested.filter(({ closeTimeMs }) => !isWeekend(closeTimeMs))
  const { OIL } = measureImpacts({ ...nothing, OIL: closed }, question)
  expect(OIL).toMatchObject({ direction: "UNCLEAR", ar24hPct: null, note: "market closed within 24h" })
  expect(OIL.ar4hPct).not.toBeNull()
})

test("a window that ends in the daily pause uses the last trade before, once trading resumed", () => {
  const isRest = (closeTimeMs: number) => closeTimeMs === eventMs + 24 * HOUR_MS
  const rested = closes(0.08).filter(({ closeTimeMs }) => !isRest(closeTimeMs))
  const before = { ...question, nowMs: eventMs + 24 * HOUR_MS }
  expect(measureImpacts({ ...nothing, OIL: rested }, before).OIL.ar24hPct).toBeNull()
  expect(measureImpacts({ ...nothing, OIL: rested }, question).OIL.ar24hPct).not.toBeNull()
})

test("the return of an unfinished window is null", () => {
  const early = measureImpacts({ ...nothing, BTC: closes(-0.08) }, { ...question, nowMs: eventMs + 4 * HOUR_MS })
  expect(early.BTC).toMatchObject({ direction: "UNCLEAR", ar24hPct: null, t24h: null, note: "settles within 24h" })
  expect(early.BTC.ar1hPct).not.toBeNull()
  expect(early.BTC.ar4hPct).not.toBeNull()
})

test("the return is null when the market is closed at the event or within the window", () => {
  const weekend = closes(0.05).filter(({ closeTimeMs }) => closeTimeMs <= eventMs - 3 * HOUR_MS)
  expect(measureImpacts({ ...nothing, OIL: weekend }, question).OIL).toMatchObject({
    isMarketOpen: false,
    ar1hPct: null,
    note: "market closed when first seen",
  })
  const isClosed = (closeTimeMs: number) => Math.abs(closeTimeMs - eventMs - 10 * HOUR_MS) <= HOUR_MS
  const gap = closes(0.05).filter(({ closeTimeMs }) => !isClosed(closeTimeMs))
  const impact = measureImpacts({ ...nothing, GOLD: gap }, question).GOLD
  expect(impact).toMatchObject({ ar24hPct: null, direction: "UNCLEAR", note: "market closed within 24h" })
  expect(impact.ar4hPct).not.toBeNull()
})

test("a market is open when the event's hour traded, and unknown before that close is read", () => {
  const openAt = (prices: readonly HourlyClose[], askedMs = nowMs) =>
    measureImpacts({ ...nothing, GOLD: prices }, { ...question, eventMs: eventMs + 1, nowMs: askedMs }).GOLD
  expect(openAt(closes(0)).isMarketOpen).toBe(true)
  const rested = closes(0).filter(({ closeTimeMs }) => closeTimeMs !== eventMs + HOUR_MS)
  expect(openAt(rested)).toMatchObject({ isMarketOpen: false, note: "not distinguishable from noise" })
  const unread = closes(0, 0)
  expect(openAt(unread, eventMs + HOUR_MS).isMarketOpen, "the hour is not over").toBe(true)
  expect(openAt(unread, eventMs + 3 * HOUR_MS).isMarketOpen).toBeNull()
})

test("prices after now are not read", () => {
  const asked = { ...question, nowMs: eventMs + 6 * HOUR_MS }
  const all = measureImpacts({ ...nothing, BTC: closes(-0.08) }, asked)
  expect(measureImpacts({ ...nothing, BTC: closes(-0.08, 6) }, asked)).toEqual(all)
})

test("without enough undisturbed days there is no result; days of other severe events do not count", () => {
  const short = closes(-0.08).slice(-24 * 8)
  const note = "too little history to tell"
  expect(measureImpacts({ ...nothing, BTC: short }, question).BTC).toMatchObject({ ar24hPct: null, note })
  const busy = Array.from({ length: 5 }, (_, index) => eventMs - index * 9 * 24 * HOUR_MS)
  const impact = measureImpacts({ ...nothing, BTC: closes(-0.08) }, { ...question, disturbedMs: busy }).BTC
  expect(impact).toMatchObject({ direction: "UNCLEAR", note })
})

test("at most 5% of random walks are significant", () => {
  const count = 24 * 122
  const walk = (seed: number) => {
    let log = 0
    return noise(count, seed).map((value, index): HourlyClose => {
      log += 0.006 * value
      return { closeTimeMs: eventMs + (index + 26 - count) * HOUR_MS, closeUsd: 100 * Math.exp(log) }
    })
  }
  const pairs = Array.from({ length: 60 }, (_, index) => ({ BTC: walk(2 * index), ETH: walk(2 * index + 1) }))
  const claimed = pairs.filter((pair) => {
    const { BTC, ETH } = measureImpacts(
      { ...nothing, ...pair },
      { eventMs, nowMs: eventMs + 25 * HOUR_MS, disturbedMs: [] },
    )
    return BTC.isSignificant || ETH.isSignificant
  })
  expect(claimed.length / pairs.length, "either asset, at 5%").toBeLessThanOrEqual(0.05)
})

test("a kind of event has a history from five events on, as computed by hand", () => {
  expect(historyOf("ENERGY")).toEqual({
    events: 5,
    firstDate: "2019-09-14",
    lastDate: "2023-04-02",
    moves: {
      BTC: { medianPct: -0.5, lowestPct: -1.4, highestPct: 2.5, shareBeyondNoise: 0 },
      ETH: { medianPct: -0.5, lowestPct: -1.8, highestPct: 3.9, shareBeyondNoise: 0 },
      OIL: { medianPct: 1.7, lowestPct: -2.3, highestPct: 14.2, shareBeyondNoise: 0.4 },
    },
  })
  expect(historyOf("NUCLEAR")).toBeNull()
  expect(historyOf("OTHER")).toBeNull()
})
