import { expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { readBook } from "@/lib/domain/risk/order-book"
import { mean } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { testMarket as market } from "@/tools/testing/feeds/test-market"
import { simulatedBook } from "./book"
import { liquidationsIn } from "./derivatives"

const NOW_MS = Date.UTC(2026, 10, 20, 17)
const DAYS = 60

const hours = Array.from({ length: DAYS * 24 }, (_, ago) => NOW_MS - (ago + 1) * HOUR_MS)
const average = (values: readonly number[]) => mean(values) ?? 0

test.each(COINS)(
  "liquidations of %s follow the moves of the market: falls close longs, and few hours have most",
  (coin) => {
    const of = hours.map((fromMs) => {
      const range = { fromMs, toMs: fromMs + HOUR_MS, nowMs: NOW_MS }
      const [candle] = market.candles(coin, "1h", range)
      const change = candle === undefined ? 0 : candle.closeUsd / candle.openUsd - 1
      return { change, ...liquidationsIn(market, { venue: "kraken-futures", coin }, range) }
    })
    const falls = of.filter(({ change }) => change < -0.005)
    const rises = of.filter(({ change }) => change > 0.005)
    const longs = (some: typeof of) => average(some.map(({ longBase }) => longBase))
    const shorts = (some: typeof of) => average(some.map(({ shortBase }) => shortBase))
    expect(longs(falls)).toBeGreaterThan(3 * longs(rises))
    expect(shorts(rises)).toBeGreaterThan(3 * shorts(falls))
    const sums = of.map(({ longBase, shortBase }) => longBase + shortBase).toSorted((a, b) => b - a)
    const total = sums.reduce((sum, value) => sum + value, 0)
    const largest = sums.slice(0, sums.length / 20).reduce((sum, value) => sum + value, 0)
    expect(largest / total, "a twentieth of the hours").toBeGreaterThan(0.2)
    expect(sums.every((value) => value >= 0)).toBe(true)
  },
)

test("a day's liquidations are those of its hours, and nothing of the future is in them", () => {
  const contract = { venue: "kraken-futures", coin: "BTC" } as const
  const fromMs = NOW_MS - DAY_MS
  const day = liquidationsIn(market, contract, { fromMs, toMs: NOW_MS, nowMs: NOW_MS }).longBase
  const sum = hours
    .slice(0, 24)
    .reduce(
      (total, openMs) =>
        total + liquidationsIn(market, contract, { fromMs: openMs, toMs: openMs + HOUR_MS, nowMs: NOW_MS }).longBase,
      0,
    )
  expect(day).toBeCloseTo(sum, 8)
  expect(liquidationsIn(market, contract, { fromMs: NOW_MS, toMs: NOW_MS + DAY_MS, nowMs: NOW_MS })).toEqual({
    longBase: 0,
    shortBase: 0,
  })
})

test("books surround the price, never cross, and are thinner and wider in the hours that move most", () => {
  const shape = { venue: "kraken", rows: 50, halfSpread: 0.000_02, usdPerBp: 100_000 }
  const books = hours.map((atMs) => {
    const midUsd = market.priceAt("BTC", atMs)
    const { bids, asks } = simulatedBook(market, "BTC", atMs, { ...shape, midUsd })
    const levels = (rows: typeof bids) => rows.map(({ price, size }) => ({ priceUsd: price, sizeBase: size }))
    const book = readBook({ bids: levels(bids), asks: levels(asks) })
    const move = Math.abs(midUsd / market.priceAt("BTC", atMs - HOUR_MS) - 1)
    const spread = ((asks[0]?.price ?? 0) - (bids[0]?.price ?? 0)) / midUsd
    return { book, move, spread, depth: asks.reduce((sum, { price, size }) => sum + price * size, 0) }
  })
  expect(books.every(({ book }) => book !== null)).toBe(true)
  const byMove = books.toSorted((a, b) => a.move - b.move)
  const [calm, wild] = [byMove.slice(0, 300), byMove.slice(-300)]
  expect(average(wild.map(({ spread }) => spread))).toBeGreaterThan(1.2 * average(calm.map(({ spread }) => spread)))
  expect(average(wild.map(({ depth }) => depth))).toBeLessThan(0.9 * average(calm.map(({ depth }) => depth)))
})
