import { describe, expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { averageFunding, averageLongShort, meanOf, sumOpenInterest, sumTakerFlow, type VenuePart } from "./venue-totals"

const NOW_MS = Date.UTC(2026, 10, 20, 16)

const interestOf = (venue: string, hoursAgo: number, openInterestBase: number) => ({
  atMs: NOW_MS - hoursAgo * HOUR_MS,
  venue,
  openInterestBase,
})
const part = (venue: string, value: number): VenuePart => ({ venue, value, share: 0, atMs: NOW_MS })
const inOrder = <P extends { readonly atMs: number }>(points: readonly P[]) =>
  points.toSorted((a, b) => a.atMs - b.atMs)

describe("open interest", () => {
  test("is the sum of the venues, each with its share and time", () => {
    const points = [interestOf("okx", 0, 300), interestOf("bybit", 1, 100)].toReversed()
    expect(sumOpenInterest(points, "").parts).toEqual([
      { venue: "okx", value: 300, share: 0.75, atMs: NOW_MS },
      { venue: "bybit", value: 100, share: 0.25, atMs: NOW_MS - HOUR_MS },
    ])
  })

  test("a venue that appears is no change of the series, but part of the total", () => {
    const points = inOrder([
      ...[24, 0].map((hours) => interestOf("okx", hours, hours === 0 ? 330 : 300)),
      interestOf("hyperliquid", 0, 500),
    ])
    const { series, parts } = sumOpenInterest(points, "")
    expect(series.map(({ openInterestBase }) => openInterestBase)).toEqual([300, 330])
    expect(parts.map(({ value }) => value)).toEqual([330, 500])
  })

  test("a venue without a value of this hour leaves the hour out, and one that is too old leaves the total", () => {
    const points = inOrder([
      ...[25, 24, 12, 1, 0].map((hours) => interestOf("okx", hours, 300)),
      ...[25, 24, 1, 0].map((hours) => interestOf("bybit", hours, 100)),
      interestOf("kraken-futures", 4, 9),
    ])
    const { series, parts } = sumOpenInterest(points, "")
    expect(series.map(({ atMs }) => (NOW_MS - atMs) / HOUR_MS)).toEqual([25, 24, 1, 0])
    expect(series.every(({ openInterestBase }) => openInterestBase === 400)).toBe(true)
    expect(parts.map(({ venue }) => venue)).toEqual(["okx", "bybit"])
  })

  test("points of one venue are its own series, also without a name", () => {
    const points = [26, 1, 0.5, 0].map((hours) => ({ atMs: NOW_MS - hours * HOUR_MS, openInterestBase: hours }))
    const { series, parts } = sumOpenInterest(points, "okx")
    expect(series).toEqual(points)
    expect(parts).toEqual([{ venue: "okx", value: 0, share: 0, atMs: NOW_MS }])
  })

  test("what was known at a time is the same whatever a venue says later", () => {
    const known = inOrder([0, 6, 12, 24].flatMap((h) => [interestOf("okx", h, 300 + h), interestOf("bybit", h, 100)]))
    const later = [...known, { ...interestOf("hyperliquid", -1, 900) }, { ...interestOf("okx", -1, 1) }]
    const cut = later.filter(({ atMs }) => atMs <= NOW_MS)
    expect(sumOpenInterest(cut, "")).toEqual(sumOpenInterest(known, ""))
  })

  test("nothing is known without points", () => {
    expect(sumOpenInterest([], "")).toEqual({ series: [], parts: [] })
    expect(averageFunding([], "", [])).toEqual({ series: [], parts: [] })
    expect(averageLongShort([], "", [])).toEqual({ series: [], parts: [] })
    expect(sumTakerFlow([], "")).toEqual({ series: [], parts: [] })
  })
})

describe("funding", () => {
  const rate = (venue: string, hoursAgo: number, fundingPctPer8h: number) => ({
    atMs: NOW_MS - hoursAgo * HOUR_MS,
    venue,
    fundingPctPer8h,
  })
  const interest = [part("okx", 900), part("kraken-futures", 100)]

  test("is averaged by open interest: a thin venue hardly counts", () => {
    const { series, parts } = averageFunding([rate("okx", 0, 0.01), rate("kraken-futures", 0, 0.31)], "", interest)
    expect(series[0]?.fundingPctPer8h).toBeCloseTo(0.9 * 0.01 + 0.1 * 0.31, 12)
    expect(parts.map(({ share }) => share)).toEqual([0.9, 0.1])
    expect(meanOf(parts)).toBe(series[0]?.fundingPctPer8h)
  })

  test("a settlement of less than half of the open interest is not yet one of the market", () => {
    const points = inOrder([rate("okx", 8, 0.01), rate("kraken-futures", 8, 0.02), rate("kraken-futures", 0, 0.5)])
    expect(averageFunding(points, "", interest).series.map(({ atMs }) => atMs)).toEqual([NOW_MS - 8 * HOUR_MS])
  })

  test("venues stamp one settlement some milliseconds apart, and each counts in it", () => {
    const market = [part("okx", 110), part("binance-futures", 90)]
    for (const laterMs of [-900, 11, 83_085]) {
      const points = inOrder([
        rate("okx", 0, 0.01),
        { ...rate("binance-futures", 0, 0.05), atMs: NOW_MS + laterMs },
        rate("okx", 8, 0.01),
        { ...rate("binance-futures", 8, 0.05), atMs: NOW_MS - 8 * HOUR_MS + laterMs },
      ])
      const { series, parts } = averageFunding(points, "", market)
      expect(series.map(({ atMs }) => atMs)).toEqual([NOW_MS - 8 * HOUR_MS, NOW_MS])
      for (const { fundingPctPer8h } of series) expect(fundingPctPer8h).toBeCloseTo(0.028, 12)
      expect(parts.map(({ venue }) => venue)).toEqual(["okx", "binance-futures"])
    }
  })

  test("between the settlements of a venue its rate stands, and is gone when the next one is due", () => {
    const market = [part("okx", 60), part("bybit", 40)]
    const points = inOrder([rate("bybit", 8, 0.1), ...[8, 4, 0].map((hours) => rate("okx", hours, 0))])
    const { series, parts } = averageFunding(points, "", market)
    expect(series.map(({ fundingPctPer8h }) => fundingPctPer8h)).toEqual(
      [0.04, 0.04, 0].map((v) => expect.closeTo(v, 12)),
    )
    expect(parts.map(({ venue }) => venue)).toEqual(["okx"])
  })

  test("a venue without open interest does not count; without any the first venue stands for all", () => {
    const points = [rate("okx", 0, 0.01), rate("bybit", 0, 9)]
    expect(averageFunding(points, "", interest).parts.map(({ venue }) => venue)).toEqual(["okx"])
    expect(averageFunding(points, "", []).series).toEqual([{ atMs: NOW_MS, fundingPctPer8h: 0.01 }])
  })
})

test("long/short is the mean share of long accounts, as a ratio", () => {
  const ratio = (venue: string, longShortRatio: number) => ({ atMs: NOW_MS, venue, longShortRatio })
  const interest = [part("okx", 300), part("bybit", 100)]
  const { series } = averageLongShort([ratio("okx", 3), ratio("bybit", 1)], "", interest)
  const long = 0.75 * 0.75 + 0.25 * 0.5
  expect(series[0]?.longShortRatio).toBeCloseTo(long / (1 - long), 12)
})

test("taker flow is summed over hours that every venue has", () => {
  const flow = (venue: string, hoursAgo: number, buy: number) => ({
    atMs: NOW_MS - hoursAgo * HOUR_MS,
    venue,
    takerBuyBase: buy,
    takerSellBase: 2 * buy,
  })
  const points = inOrder([flow("okx", 2, 1), flow("okx", 1, 2), flow("binance-futures", 1, 5)])
  const { series, parts } = sumTakerFlow(points, "")
  expect(series).toEqual([{ atMs: NOW_MS - HOUR_MS, takerBuyBase: 7, takerSellBase: 14 }])
  expect(parts.map(({ value }) => value)).toEqual([6, 15])
  const [first] = sumTakerFlow([flow("okx", 60 * 24, 1), ...points], "").series
  expect(first?.atMs, "the venue with 60 days is preferred").toBe(NOW_MS - 60 * DAY_MS)
})
