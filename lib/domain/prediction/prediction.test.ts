import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import { oddsWithin } from "@/lib/domain/volatility/horizon-odds"
import type { MarketQuestion } from "./market-question"
import { questionOdds } from "./question-odds"
import { takerFeeUsd } from "./taker-fee"
import { LEFT_OUT, type LeftOut, usableQuestions } from "./usable-questions"

const NOW = Date.UTC(2026, 10, 20, 14, 40)
const now = { nowMs: NOW, priceUsd: 90_000 }

const question = (given: Partial<MarketQuestion> = {}): MarketQuestion => ({
  ticker: "X",
  kind: "close",
  side: "above",
  levelUsd: 91_249.99,
  untilMs: NOW + 7 * HOUR_MS,
  isOpen: true,
  openMs: NOW - HOUR_MS,
  bid: 0.43,
  ask: 0.45,
  bidContracts: 100,
  askContracts: 90,
  ...given,
})

const reasonOf = (given: Partial<MarketQuestion>) => {
  const { used, leftOut } = usableQuestions([question(given)], now)
  return used.length === 1 ? "used" : LEFT_OUT.find((reason) => leftOut[reason] > 0)
}

describe("a question is used only when its book and its end make sense", () => {
  test.each<[string, Partial<MarketQuestion>, LeftOut | "used"]>([
    ["an open book", {}, "used"],
    ["a level below the price", { levelUsd: 85_000 }, "used"],
    ["a touch above", { kind: "touch" }, "used"],
    ["a spread of 10 cents", { bid: 0.4, ask: 0.5 }, "used"],
    ["a price above a dollar", { ask: 1.5 }, "implausible"],
    ["a price of a dollar", { ask: 1 }, "implausible"],
    ["a negative price", { bid: -0.43 }, "implausible"],
    ["a price that is no number", { bid: Number.NaN }, "implausible"],
    ["a price in cents", { bid: 43, ask: 45 }, "implausible"],
    ["a bid for no contracts", { bidContracts: 0 }, "implausible"],
    ["endless contracts", { askContracts: Number.POSITIVE_INFINITY }, "implausible"],
    ["a level in cents", { levelUsd: 9_124_999 }, "implausible"],
    ["a level of nothing", { levelUsd: 0 }, "implausible"],
    ["a closed market", { isOpen: false }, "not_open"],
    ["a market of tomorrow", { openMs: NOW + MINUTE_MS }, "not_open"],
    ["an end that has passed", { untilMs: NOW - 1 }, "ending"],
    ["an end in an hour less a minute", { untilMs: NOW + HOUR_MS - MINUTE_MS }, "ending"],
    ["no end", { untilMs: Number.NaN }, "ending"],
    ["an end after 720 hours", { untilMs: NOW + 720 * HOUR_MS + 1 }, "too_far"],
    ["no bid", { bid: null, bidContracts: 0 }, "dead"],
    ["no offer", { ask: null, askContracts: 0 }, "dead"],
    ["a crossed book", { bid: 0.46 }, "crossed"],
    ["a locked book", { bid: 0.45 }, "crossed"],
    ["a spread of 11 cents", { bid: 0.4, ask: 0.51 }, "wide"],
    ["a touch that has come", { kind: "touch", levelUsd: 89_000 }, "decided"],
    ["a touch below that has come", { kind: "touch", side: "below", levelUsd: 90_000 }, "decided"],
  ])("%s", (_, given, expected) => {
    expect(reasonOf(given)).toBe(expected)
  })

  test("the same question twice is used neither time, whatever the quotes and the names are", () => {
    const { used, leftOut } = usableQuestions([question(), question({ ticker: "Y", bid: 0.2, ask: 0.21 })], now)
    expect([used, leftOut.duplicate]).toEqual([[], 2])
  })
})

const number = fc.oneof(fc.double({ min: -2, max: 2 }), fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, 1, 43))
const hostile = fc.record({
  kind: fc.constantFrom("touch" as const, "close" as const),
  side: fc.constantFrom("above" as const, "below" as const),
  levelUsd: fc.oneof(fc.double({ min: -1e6, max: 1e6 }), fc.double({ min: 60_000, max: 130_000 })),
  untilMs: fc.oneof(fc.double(), fc.integer({ min: NOW - HOUR_MS, max: NOW + 800 * HOUR_MS })),
  isOpen: fc.boolean(),
  openMs: fc.oneof(fc.double(), fc.constant(NOW - HOUR_MS)),
  bid: fc.option(number),
  ask: fc.option(number),
  bidContracts: number,
  askContracts: number,
})

const volatility = { nowMs: NOW - 2 * HOUR_MS, sigma24h: 0.021, sigma7d: 0.055, sigma30d: 0.117, percentile: 0.5 }
const forecast = { ...now, volatility, closeMs: NOW - 2 * HOUR_MS }

test("of any hostile book only questions with 0 < bid < ask < 1 and a level, an end and odds that make sense are used", () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 8 }), (rows) => {
      const { used, leftOut } = usableQuestions(
        rows.map((row) => question(row)),
        now,
      )
      const counted = Object.values(leftOut).reduce((sum, count) => sum + count, 0)
      expect(used.length + counted).toBe(rows.length)
      for (const one of used) {
        const { bid, ask, untilMs } = one
        expect(bid > 0 && bid < ask && ask < 1 && ask - bid <= 0.1001).toBe(true)
        expect(untilMs - NOW).toBeGreaterThanOrEqual(HOUR_MS)
        const odds = questionOdds(one, forecast)
        expect(odds >= 0 && odds <= 1).toBe(true)
        expect(Number.isFinite(takerFeeUsd(ask, 100))).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

describe("our odds of a question", () => {
  const span = { volatility, elapsedMs: 2 * HOUR_MS, hours: 7 }

  test("are those of /odds for the same level and end", () => {
    const { touch, closeBeyond } = oddsWithin(91_249.99, 90_000, span)
    expect(questionOdds(question(), forecast)).toBe(closeBeyond)
    expect(questionOdds(question({ kind: "touch" }), forecast)).toBe(touch)
  })

  test("of ending above a level below the price are what ending below it leaves", () => {
    const below = oddsWithin(88_000, 90_000, span).closeBeyond
    expect(questionOdds(question({ levelUsd: 88_000 }), forecast)).toBeCloseTo(1 - below, 12)
    expect(questionOdds(question({ levelUsd: 88_000, side: "below" }), forecast)).toBe(below)
    expect(questionOdds(question({ side: "below" }), forecast)).toBeCloseTo(
      1 - oddsWithin(91_249.99, 90_000, span).closeBeyond,
      12,
    )
  })

  test("fall with the level, without a jump at the price", () => {
    const at = (levelUsd: number) => questionOdds(question({ levelUsd }), forecast)
    const ladder = [80_000, 88_000, 89_900, 89_999.99, 90_000.01, 90_100, 92_000, 99_000].map(at)
    expect(ladder).toEqual(ladder.toSorted((a, b) => b - a))
    expect(at(89_999.99) - at(90_000.01)).toBeLessThan(0.01)
  })
})

test.each([
  // From the venue's table of fees: a contract, and 100 contracts.
  [0.5, 1, 0.02],
  [0.5, 100, 1.75],
  [0.05, 100, 0.34],
  [0.1, 100, 0.63],
  [0.25, 100, 1.32],
  [0.9, 100, 0.63],
  [0.01, 100, 0.07],
  [0.99, 1, 0.01],
])("the fee of contracts at $%f, %i of them, is $%f", (price, contracts, fee) => {
  expect(takerFeeUsd(price, contracts)).toBe(fee)
})
