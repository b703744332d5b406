import { NO_DERIVATIVES } from "@/tools/testing/alerts/facts"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type AlertFacts, conditionText, type ConditionState, evaluateCondition, parseCondition } from "./condition"

const RESOURCES = ["/regime", "/signal/BTC"]
const unknown: AlertFacts = {
  prices: { BTC: null, ETH: null, SOL: null },
  directions: { BTC: null, ETH: null, SOL: null },
  resources: {},
  regime: null,
  ranges: { BTC: null, ETH: null, SOL: null },
  candles: { BTC: null, ETH: null, SOL: null },
  derivatives: NO_DERIVATIVES,
  critical: null,
}
const priceOf = (price: number | null): AlertFacts => ({ ...unknown, prices: { ...unknown.prices, BTC: price } })
const resource = (version: number, isCurrent: boolean): AlertFacts => ({
  ...unknown,
  resources: { "/regime": { version, isCurrent } },
})
const directionOf = (direction: string | null): AlertFacts => ({
  ...unknown,
  directions: { ...unknown.directions, BTC: direction },
})

/** Which of the facts, in their order, cause an alert. */
function due(text: string, all: readonly AlertFacts[]): readonly boolean[] {
  const condition = parseCondition(text, RESOURCES)
  if (condition === null) throw new Error(text)
  let state: ConditionState = null
  return all.map((facts) => {
    const evaluated = evaluateCondition(condition, state, facts)
    state = evaluated.state
    return evaluated.isDue
  })
}

describe("conditions in text", () => {
  test.each([
    "regime",
    "critical",
    "direction:BTC",
    "above:ETH:4000.5",
    "below:SOL:100",
    "outside:BTC:90000:110000",
    "changed:/regime",
  ])("%s is parsed and written unchanged", (text) => {
    const condition = parseCondition(text, RESOURCES)
    expect(condition && conditionText(condition)).toBe(text)
  })

  test.each([
    "",
    "direction",
    "direction:DOGE",
    "direction:BTC:1",
    "above:BTC",
    "above:BTC:0",
    "above:BTC:-1",
    "above:BTC:1e9",
    "outside:BTC:2:1",
    "outside:BTC:1",
    "back:/nothing",
    "changed:/regime:1",
    "__proto__:BTC",
  ])("%j is refused", (text) => expect(parseCondition(text, RESOURCES)).toBeNull())
})

test.each([
  ["above:BTC:100", [99, 100, 101, 99, 100], [false, true, false, false, true]],
  ["above:BTC:100", [120, 101, 99, 100], [false, false, false, true]],
  ["below:BTC:100", [101, null, 100, 99], [false, false, true, false]],
  ["outside:BTC:90:110", [100, 110, 111, 100, 89], [false, false, true, false, true]],
])("%s with prices %j alerts %j", (text, prices, expected) => {
  expect(due(text, prices.map(priceOf))).toEqual(expected)
})

test("a new direction is an alert, and an unknown direction is not", () => {
  expect(due("direction:BTC", ["LONG", "LONG", null, "SHORT", "LONG"].map(directionOf))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
})

test("a new version alerts once it is available, and a return alerts after an outage", () => {
  const facts = [resource(1, true), resource(1, false), resource(2, false), resource(2, true), resource(2, true)]
  expect(due("changed:/regime", facts)).toEqual([false, false, false, true, false])
  expect(due("back:/regime", facts)).toEqual([false, false, false, true, false])
})

test("a new regime and a new critical event are alerts", () => {
  const regimes = ["Markup", null, "Markup", "Markdown"].map((regime) => ({ ...unknown, regime }))
  expect(due("regime", regimes)).toEqual([false, false, false, true])
  const events = [["a"], ["b", "a"], ["b"], [], null, ["c"]].map((critical) => ({ ...unknown, critical }))
  expect(due("critical", events)).toEqual([false, true, false, false, false, true])
})

test("a level alerts exactly when the price crosses it", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 90, max: 110 }), { maxLength: 60 }), (prices) => {
      const alerts = due("above:BTC:100", prices.map(priceOf))
      const first = prices.findIndex((price) => price < 100)
      const crossings = prices.filter(
        (price, at) => first >= 0 && at > first && price >= 100 && (prices[at - 1] ?? 0) < 100,
      )
      return alerts.filter(Boolean).length === crossings.length
    }),
  )
})

test("a wick that touched the level is due once, also when the hour closed elsewhere", () => {
  const hour = (low: number, high: number): AlertFacts => ({
    ...unknown,
    candles: { ...unknown.candles, BTC: { low, high } },
  })
  expect(
    due("wick:BTC:95000", [
      hour(96_000, 98_000),
      hour(94_990, 98_000),
      hour(95_000, 97_000),
      unknown,
      hour(96_000, 97_000),
      hour(90_000, 95_000),
    ]),
  ).toEqual([false, true, false, false, false, true])
})
