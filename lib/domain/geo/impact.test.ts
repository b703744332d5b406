import { existsSync, readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { HISTORY_ASSETS, historyOf } from "./class-history"
import { fitReturns, holmAdjusted, testReturns } from "./event-study"
import { type HourlyClose, measureImpacts } from "./impact"
import { pastEvents } from "./past-events"
import { nowMs } from "./testing/news"

test("an abnormal return and its t-value by hand", () => {
  const model = fitReturns([0.01, -0.01, 0.01, -0.01])
  expect(model).toMatchObject({ mean: 0, n: 4 })
  expect(model?.sigma).toBeCloseTo(0.011547, 6)
  const { car, t } = testReturns(model ?? { mean: 0, sigma: 1, n: 1 }, [0.05, 0.01])
  expect(car).toBeCloseTo(0.06, 12)
  expect(t, "0.06 / √(2 · 0.011547² · 1.5)").toBeCloseTo(3, 6)
  expect(fitReturns([0.01, 0.01])).toBeNull()
  expect(fitReturns([0.01])).toBeNull()
})

test("Student's t with 5 degrees of freedom and Holm's correction, by hand", () => {
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

test("a jump beyond noise has a direction, a wiggle has none", () => {
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

test("a t of 2.6 is a direction for an asset looked at alone, and noise among four", () => {
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

test("futures that rest for an hour each evening are measured through the rest, not over a weekend", () => {
  const isRest = (closeTimeMs: number) => new Date(closeTimeMs).getUTCHours() === 23
  const isWeekend = (closeTimeMs: number) => closeTimeMs > eventMs + 6 * HOUR_MS
  const rested = closes(0.08).filter(({ closeTimeMs }) => !isRest(closeTimeMs))
  const { GOLD } = measureImpacts({ ...nothing, GOLD: rested }, question)
  expect(GOLD).toMatchObject({ direction: "UP", isSignificant: true, isMarketOpen: true })
  expect(GOLD.ar24hPct).toBeCloseTo(100 * Math.log(1.08), 1)
  const closed = rested.filter(({ closeTimeMs }) => !isWeekend(closeTimeMs))
  const { OIL } = measureImpacts({ ...nothing, OIL: closed }, question)
  expect(OIL).toMatchObject({ direction: "UNCLEAR", ar24hPct: null, note: "market closed within 24 h" })
  expect(OIL.ar4hPct).not.toBeNull()
})

test("a window that ends within the rest ends with the last trade before it, once trade has resumed", () => {
  const isRest = (closeTimeMs: number) => closeTimeMs === eventMs + 24 * HOUR_MS
  const rested = closes(0.08).filter(({ closeTimeMs }) => !isRest(closeTimeMs))
  const before = { ...question, nowMs: eventMs + 24 * HOUR_MS }
  expect(measureImpacts({ ...nothing, OIL: rested }, before).OIL.ar24hPct).toBeNull()
  expect(measureImpacts({ ...nothing, OIL: rested }, question).OIL.ar24hPct).not.toBeNull()
})

test("an open window is null, not zero", () => {
  const early = measureImpacts({ ...nothing, BTC: closes(-0.08) }, { ...question, nowMs: eventMs + 4 * HOUR_MS })
  expect(early.BTC).toMatchObject({ direction: "UNCLEAR", ar24hPct: null, t24h: null, note: "24 h have not passed" })
  expect(early.BTC.ar1hPct).not.toBeNull()
  expect(early.BTC.ar4hPct).not.toBeNull()
})

test("a closed market is null, at the event and within the window", () => {
  const weekend = closes(0.05).filter(({ closeTimeMs }) => closeTimeMs <= eventMs - 3 * HOUR_MS)
  expect(measureImpacts({ ...nothing, OIL: weekend }, question).OIL).toMatchObject({
    isMarketOpen: false,
    ar1hPct: null,
    note: "market closed when first seen",
  })
  const isClosed = (closeTimeMs: number) => Math.abs(closeTimeMs - eventMs - 10 * HOUR_MS) <= HOUR_MS
  const gap = closes(0.05).filter(({ closeTimeMs }) => !isClosed(closeTimeMs))
  const impact = measureImpacts({ ...nothing, GOLD: gap }, question).GOLD
  expect(impact).toMatchObject({ ar24hPct: null, direction: "UNCLEAR", note: "market closed within 24 h" })
  expect(impact.ar4hPct).not.toBeNull()
})

test("a market is open at an event when the hour of the event traded; nobody knows before its close is read", () => {
  const openAt = (prices: readonly HourlyClose[], askedMs = nowMs) =>
    measureImpacts({ ...nothing, GOLD: prices }, { ...question, eventMs: eventMs + 1, nowMs: askedMs }).GOLD
  expect(openAt(closes(0)).isMarketOpen).toBe(true)
  const rested = closes(0).filter(({ closeTimeMs }) => closeTimeMs !== eventMs + HOUR_MS)
  expect(openAt(rested)).toMatchObject({ isMarketOpen: false, note: "not distinguishable from noise" })
  const unread = closes(0, 0)
  expect(openAt(unread, eventMs + HOUR_MS).isMarketOpen, "the hour is not over").toBe(true)
  expect(openAt(unread, eventMs + 3 * HOUR_MS).isMarketOpen).toBeNull()
})

test("prices after now are never read", () => {
  const asked = { ...question, nowMs: eventMs + 6 * HOUR_MS }
  const all = measureImpacts({ ...nothing, BTC: closes(-0.08) }, asked)
  expect(measureImpacts({ ...nothing, BTC: closes(-0.08, 6) }, asked)).toEqual(all)
})

test("without enough usual days nothing is claimed, other severe events are not usual", () => {
  const short = closes(-0.08).slice(-24 * 8)
  const note = "too little history to tell"
  expect(measureImpacts({ ...nothing, BTC: short }, question).BTC).toMatchObject({ ar24hPct: null, note })
  const busy = Array.from({ length: 5 }, (_, index) => eventMs - index * 9 * 24 * HOUR_MS)
  const impact = measureImpacts({ ...nothing, BTC: closes(-0.08) }, { ...question, disturbedMs: busy }).BTC
  expect(impact).toMatchObject({ direction: "UNCLEAR", note })
})

const PACK = "../shared/data"

type Daily = readonly (readonly [date: string, close: number])[]

function readDaily(file: string, column: number): Daily {
  const [, ...lines] = readFileSync(`${PACK}/${file}`, "utf8").trim().split("\n")
  return lines
    .map((line) => line.split(","))
    .map((cells) => [cells[0]?.slice(0, 10) ?? "", Number(cells[column])] as const)
    .filter(([, close]) => close > 0)
}

/** Constant mean over days −130 to −11, event window of some days. */
function study(daily: Daily, date: string, days = 1) {
  const returns = daily.map(([, close], index) => Math.log(close / (daily[index - 1]?.[1] ?? close)))
  const at = daily.findIndex(([day]) => day === date)
  const model = fitReturns(returns.slice(at - 130, at - 10))
  return model && testReturns(model, returns.slice(at, at + days))
}

test.runIf(existsSync(`${PACK}/ohlcv`)).each([
  ["ohlcv/binance_spot_BTCUSDT_1d_derived.csv", 4, "2020-01-03", 1, 5.6, 1.8],
  ["ohlcv/binance_spot_BTCUSDT_1d_derived.csv", 4, "2022-02-24", 1, 3.2, 1],
  ["ohlcv/binance_spot_BTCUSDT_1d_derived.csv", 4, "2023-10-09", 1, -1.2, -0.6],
  ["ohlcv/binance_spot_BTCUSDT_1d_derived.csv", 4, "2024-04-15", 1, -3.8, -1.3],
  ["ohlcv/binance_spot_BTCUSDT_1d_derived.csv", 4, "2025-04-03", 1, 0.9, 0.4],
  ["ohlcv/binance_spot_BTCUSDT_1d_derived.csv", 4, "2025-06-13", 1, 0.3, 0.1],
  ["macro/eia_wti_daily.csv", 1, "2025-04-03", 1, -6.7, -3.5],
  ["macro/eia_wti_daily.csv", 1, "2025-04-03", 3, -16.5, -4.9],
  ["macro/eia_wti_daily.csv", 1, "2025-06-13", 1, 7.3, 3.8],
  ["macro/fred_sp500_daily.csv", 1, "2025-04-03", 1, -5, -5.5],
] as const)("%s, column %i, %s + %i: %f percent, t %f", (file, column, date, days, percent, t) => {
  const measured = study(readDaily(file, column), date, days)
  expect(Math.abs(100 * (measured?.car ?? 0) - percent)).toBeLessThanOrEqual(0.1)
  expect(Math.abs((measured?.t ?? 0) - t)).toBeLessThanOrEqual(0.1)
})

/** Hourly closes by their time. */
function readHourly(file: string): readonly HourlyClose[] {
  const [, ...lines] = gunzipSync(readFileSync(`${PACK}/${file}`))
    .toString()
    .trim()
    .split("\n")
  return lines.map((line) => {
    const [openTimeMs, , , , closeUsd] = line.split(",", 5)
    return { closeTimeMs: Number(openTimeMs) + HOUR_MS, closeUsd: Number(closeUsd) }
  })
}

test.runIf(existsSync(`${PACK}/ohlcv`))(
  "hours in which nothing happened seldom have a direction",
  () => {
    const [btc, eth] = ["BTC", "ETH"].map((coin) => {
      const all = readHourly(`ohlcv/binance_spot_${coin}USDT_1h.csv.gz`)
      const at = new Map(all.map(({ closeTimeMs }, index) => [closeTimeMs, index]))
      return (endMs: number) => all.slice(Math.max(0, (at.get(endMs) ?? 0) - 122 * 24), (at.get(endMs) ?? 0) + 1)
    })
    // 143 hours apart: over the years every hour of the week.
    const hours = Array.from({ length: 390 }, (_, index) => Date.UTC(2019, 0, 1) + index * 143 * HOUR_MS)
    const claimed = hours.filter((placeboMs) => {
      const endMs = placeboMs + 25 * HOUR_MS
      const impacts = measureImpacts(
        { ...nothing, BTC: btc?.(endMs) ?? null, ETH: eth?.(endMs) ?? null },
        { eventMs: placeboMs, nowMs: endMs, disturbedMs: [] },
      )
      return impacts.BTC.isSignificant || impacts.ETH.isSignificant
    })
    expect(claimed.length / hours.length, "either asset, at 5%").toBeLessThanOrEqual(0.05)
    expect(claimed.length, "nor is it never").toBeGreaterThan(0)
  },
  60_000,
)

const files = {
  BTC: ["ohlcv/binance_spot_BTCUSDT_1d_derived.csv", 4],
  ETH: ["ohlcv/binance_spot_ETHUSDT_1d_derived.csv", 4],
  OIL: ["macro/eia_wti_daily.csv", 1],
} as const

test.runIf(existsSync(`${PACK}/ohlcv`)).each(HISTORY_ASSETS)(
  "past events moved %s as they are written down",
  (asset) => {
    const [file, column] = files[asset]
    const daily = readDaily(file, column)
    for (const event of pastEvents) {
      const session = daily.find(([day]) => day >= event.date)?.[0] ?? ""
      const measured = study(daily, session)
      const [percent, t] = event[asset]
      expect(Math.abs(100 * (measured?.car ?? 0) - percent), `${event.name} ${session}`).toBeLessThanOrEqual(0.051)
      expect(Math.abs((measured?.t ?? 0) - t), `${event.name} ${session}`).toBeLessThanOrEqual(0.051)
    }
  },
)

test("a kind of event has a history from five events on, by hand", () => {
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
