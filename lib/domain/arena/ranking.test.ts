import fc from "fast-check"
import { expect, test } from "vitest"
import { deviation, mean, sum } from "@/lib/domain/statistics/moments"
import { normalCdf } from "@/lib/domain/statistics/normal"
import { sharpeRatio } from "@/lib/domain/statistics/sharpe"
import { noise } from "@/tools/testing/engine/noise"
import { daysUntilDistinguishable, oddsOf, shrinkSharpe } from "./ranking"

/** Daily returns of rules with the given annual Sharpe ratios; 60% of their noise is that of one market. */
function rulesOf(sharpes: readonly number[], days: number, seed: number): readonly (readonly number[])[] {
  const market = noise(days, seed)
  return sharpes.map((sharpe, rule) => {
    const own = noise(days, seed + 1 + rule)
    return market.map(
      (shock, day) => 0.02 * (sharpe / Math.sqrt(365) + Math.sqrt(0.6) * shock + Math.sqrt(0.4) * (own[day] ?? 0)),
    )
  })
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a) ?? 0, mean(b) ?? 0]
  const shared = sum(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB))) / (a.length - 1)
  return shared / ((deviation(a) ?? 0) * (deviation(b) ?? 0))
}

test("a short record's ratio is near the prior, and a long record's near its measured ratio", () => {
  expect(shrinkSharpe(3, 1).shrunk).toBeCloseTo(0.3, 1)
  expect(shrinkSharpe(1, 365_000).shrunk).toBeCloseTo(1, 2)
  // By hand: one year at an annual ratio of √365 · 0.1 has variance 1 + 0.01/2 = 1.005; the prior has 0.25.
  const sharpe = 0.1 * Math.sqrt(365)
  const shrunk = shrinkSharpe(sharpe, 365)
  expect(shrunk.shrunk).toBeCloseTo((0.3 * 1.005 + sharpe * 0.25) / 1.255, 12)
  expect(shrunk.interval.high - sharpe).toBeCloseTo(1.959964 * Math.sqrt(1.005), 5)
  expect(sharpe - shrunk.interval.low).toBeCloseTo(1.959964 * Math.sqrt(1.005), 5)
})

test("at equal days a larger Sharpe ratio has a larger lower bound, and a loss has one below zero", () => {
  const ratio = fc.double({ min: -200, max: 200, noNaN: true })
  fc.assert(
    fc.property(ratio, ratio, fc.integer({ min: 2, max: 4_000 }), (one, other, days) => {
      const [low, high] = [one, other]
        .toSorted((a, b) => a - b)
        .map((sharpe) => shrinkSharpe(sharpe, days).interval.low)
      // Two ratios that differ by a rounding may have bounds that differ by one.
      expect(low).toBeLessThanOrEqual((high ?? Number.NaN) + 1e-9)
      if (one <= 0) expect(shrinkSharpe(one, days).interval.low).toBeLessThan(0)
    }),
  )
})

test("odds follow the returns, and equal contestants share the odds", () => {
  const good = Array.from({ length: 200 }, (_, day) => 0.01 + 0.001 * Math.sin(day))
  const bad = good.map((value) => -value)
  const [first, second, third] = oddsOf([good, bad, good], 1)
  expect(first).toEqual({ best: 0.5, beatsReference: 1 })
  expect(second, "the reference itself").toEqual({ best: 0, beatsReference: null })
  expect(third).toEqual(first)
  expect(oddsOf([], 0)).toEqual([])
  expect(oddsOf([bad, bad.map(() => 0)], 0)[1], "cash has a ratio of exactly 0").toEqual({
    best: 1,
    beatsReference: 1,
  })
})

test("with a short record of equal rules no rule has high odds", () => {
  const leaders = Array.from({ length: 15 }, (_, seed) =>
    Math.max(...oddsOf(rulesOf(Array(12).fill(0.3), 26, 100 * seed), 0).map(({ best }) => best)),
  )
  expect(mean(leaders)).toBeLessThanOrEqual(0.2)
})

test.each([
  { days: 26, worlds: 40 },
  { days: 365, worlds: 10 },
])("odds after $days days are calibrated for rules drawn from the prior", ({ days, worlds }) => {
  const cases = Array.from({ length: worlds }, (_, seed) => {
    const [shared = 0, ...own] = noise(9, 7_000 + seed)
    const sharpes = own.map((value) => 0.3 + 0.5 * (Math.sqrt(0.6) * shared + Math.sqrt(0.4) * value))
    const odds = oddsOf(rulesOf(sharpes, days, 100 * seed), 0)
    return odds.slice(1).map(({ beatsReference }, index) => ({
      stated: beatsReference ?? Number.NaN,
      beats: Number((sharpes[index + 1] ?? 0) > (sharpes[0] ?? 0)),
    }))
  }).flat()
  const brier = mean(cases.map(({ stated, beats }) => (stated - beats) ** 2))
  expect(brier, "guessing has 0.25, plus noise").toBeLessThanOrEqual(0.26)
  const sure = cases.filter(({ stated }) => Math.abs(stated - 0.5) > 0.45)
  expect(sure.length / cases.length, "a short record gives no extreme odds").toBeLessThan(0.05)
})

test("the odds of beating the reference match two correlated normal ratios", () => {
  const rules = rulesOf([0.3, 1.5, -0.5, 3], 300, 42)
  const [variance, hold = []] = [365 / 300, rules[0]]
  const weight = 0.25 / (0.25 + variance)
  for (const [index, { beatsReference }] of oddsOf(rules, 0).entries()) {
    if (index === 0) continue
    const returns = rules[index] ?? []
    const ahead = (sharpeRatio(returns, 365) ?? 0) - (sharpeRatio(hold, 365) ?? 0)
    const z = ahead / Math.sqrt(2 * variance * (1 - correlation(returns, hold)))
    expect(beatsReference).toBeCloseTo(normalCdf(Math.sqrt(weight) * z), 1)
  }
})

test("daysUntilDistinguishable() is large for a small lead with much noise, and null for a loser", () => {
  const reference = Array.from({ length: 100 }, () => 0)
  const noisy = reference.map((_, day) => 0.001 + (day % 2 === 0 ? 0.02 : -0.02))
  const days = daysUntilDistinguishable(noisy, reference) ?? 0
  expect(days + 100).toBeCloseTo((1.96 * 20) ** 2, -2)
  expect(
    daysUntilDistinguishable(
      noisy.map((value) => -value),
      reference,
    ),
  ).toBeNull()
})

test("rules are distinguished by their Sharpe ratios, independent of exposure", () => {
  const [hold = [], rule = []] = rulesOf([0.5, 1.5], 300, 9)
  const ahead = (sharpeRatio(rule, 365) ?? 0) - (sharpeRatio(hold, 365) ?? 0)
  const z = ahead / Math.sqrt(2 * (365 / 300) * (1 - correlation(rule, hold)))
  expect(z).toBeLessThan(1.96)
  const cautious = rule.map((value) => value / 10)
  expect(mean(cautious)).toBeLessThan(mean(hold) ?? 0)
  expect(daysUntilDistinguishable(cautious, hold)).toBeCloseTo(300 * ((1.96 / z) ** 2 - 1), -1)
  expect(daysUntilDistinguishable(hold, cautious)).toBeNull()
  expect(daysUntilDistinguishable(hold, hold)).toBeNull()
})
