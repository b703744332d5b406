import type { Direction } from "@/lib/domain/signals/direction"
import { expect, test } from "vitest"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { seededRandom } from "@/lib/domain/statistics/random"
import { sealedFacts, HISTORY_START_MS } from "@/tools/testing/record/sealed-history"
import { performanceOf } from "./evidence"
import { DECISION_SPACING_MS } from "./sealed-signal"
import { withOutcome, type CallWithOutcome } from "./outcome"
import { significanceOf } from "./significance"

const COSTS = 0.002

/** A window of 24 h that moved by `change`. */
function windowOf(index: number, coin: Coin, direction: Direction, change: number): CallWithOutcome {
  const facts = sealedFacts({ coin, decisionTimeMs: HISTORY_START_MS + index * DECISION_SPACING_MS, direction })
  const exitTimeMs = facts.decisionTimeMs + 86_400_000
  const prices = { entryPriceUsd: 100, exitPriceUsd: 100 * (1 + change) }
  return withOutcome(facts, { id: facts.id, horizon: "24h", ...prices, exitTimeMs, source: facts.source })
}

/** 84 days of three coins, with the windows that `of` returns. */
function windowsOf(of: (index: number, coin: Coin) => CallWithOutcome): readonly CallWithOutcome[] {
  return Array.from({ length: 84 * 6 }, (_, index) => COINS.map((coin) => of(index, coin))).flat()
}

function measured(windows: readonly CallWithOutcome[]) {
  const calls = windows.filter(({ side }) => side !== 0)
  const performance = performanceOf(calls, { windows, horizon: "24h" })
  return { ...performance, ...significanceOf(calls, performance, { windows, horizon: "24h" }) }
}

const share = (windows: readonly CallWithOutcome[], moved: (change: number) => boolean) =>
  windows.filter(({ marketReturn }) => moved(marketReturn)).length / windows.length

test("long calls in weak windows lose to the base rate, which excludes the called windows", () => {
  const random = seededRandom(3)
  const windows = windowsOf((index, coin) => {
    const isCalled = index % 2 === 0
    const rises = random() < (isCalled ? 0.4 : 0.7)
    return windowOf(index, coin, isCalled ? "LONG" : "NEUTRAL", rises ? 0.02 : -0.02)
  })
  const { winRate, baseRate, baseRateUp, pValueVsBase, alpha, alphaInterval } = measured(windows)
  expect(winRate).toBeCloseTo(0.41, 2)
  expect(baseRate).toBeCloseTo(0.54, 2)
  expect(baseRateUp).toBeCloseTo(
    share(windows, (change) => change > 0),
    12,
  )
  expect(pValueVsBase).toBeLessThan(0.1)
  expect(alpha).toBeLessThan(-COSTS - 0.004)
  expect((alphaInterval?.high ?? 0) - (alphaInterval?.low ?? 0)).toBeGreaterThan(0.004)
})

test("short calls are compared with short calls in all windows", () => {
  const random = seededRandom(5)
  const windows = windowsOf((index, coin) => {
    const isCalled = index % 3 === 0
    return windowOf(index, coin, isCalled ? "SHORT" : "NEUTRAL", random() < (isCalled ? 0.3 : 0.6) ? 0.02 : -0.02)
  })
  const { winRate, baseRate, alpha } = measured(windows)
  expect(baseRate).toBeCloseTo(
    share(windows, (change) => change < 0),
    12,
  )
  expect(winRate).toBeGreaterThan((baseRate ?? 1) + 0.1)
  expect(alpha).toBeGreaterThan(0)
})

test("calls in every window equal the market minus costs", () => {
  const random = seededRandom(7)
  const { winRate, baseRate, pValueVsBase, alpha } = measured(
    windowsOf((index, coin) => windowOf(index, coin, "LONG", random() - 0.45)),
  )
  expect(winRate).toBeCloseTo(baseRate ?? 0, 12)
  expect(pValueVsBase).toBeCloseTo(1, 6)
  expect(alpha).toBeCloseTo(-COSTS, 12)
})

test("each coin's calls are compared with the same coin", () => {
  const windows = windowsOf((index, coin) => {
    const isCalled = coin === "BTC" || (coin === "ETH" && index % 8 === 0)
    return windowOf(index, coin, isCalled ? "LONG" : "NEUTRAL", coin === "BTC" ? 0.01 : -0.01)
  })
  const { winRate, baseRate, alpha, alphaInterval } = measured(windows)
  expect(winRate).toBeCloseTo(8 / 9, 12)
  expect(baseRate, "weighted by the called coins").toBeCloseTo(winRate ?? 0, 12)
  expect(alpha).toBeCloseTo(-COSTS, 12)
  expect(alphaInterval?.high).toBeCloseTo(-COSTS, 12)
})

test("a few neighbouring calls in a long record have a finite interval", () => {
  const random = seededRandom(9)
  const windows = Array.from({ length: 2_400 }, (_, index) =>
    windowOf(index, "BTC", index < 200 ? "LONG" : "NEUTRAL", random() - 0.5),
  )
  const { expectancyInterval, alphaInterval } = measured(windows)
  for (const bounds of [expectancyInterval, alphaInterval]) {
    expect(Number.isFinite(bounds?.low)).toBe(true)
    expect(bounds?.high).toBeGreaterThan(bounds?.low ?? Number.NaN)
  }
})

test("overlapping calls have an effective size between the formula's result and their number", () => {
  const random = seededRandom(11)
  const windows = windowsOf((index, coin) => windowOf(index, coin, "LONG", random() < 0.5 ? 0.02 : -0.02))
  const { n, nEffective, nEffectiveBootstrap, intervalBasis, winRate, winRateInterval } = measured(windows)
  // These windows are independent of each other, so the bootstrap finds nearly all of them.
  expect(nEffectiveBootstrap).toBeGreaterThan(3 * nEffective)
  expect(nEffectiveBootstrap).toBeLessThanOrEqual(n)
  expect(intervalBasis, "fewer than 30 blocks").toBe("n_effective")
  expect((winRateInterval?.high ?? 0) - (winRate ?? 0)).toBeGreaterThan(0.05)
})
