import { expect, test } from "vitest"
import { NO_DERIVATIVES } from "@/tools/testing/alerts/facts"
import { alertMessage } from "./alert-message"
import { type AlertFacts, conditionText, type ConditionState, evaluateCondition, parseCondition } from "./condition"

const nothing = { BTC: null, ETH: null, SOL: null }

const at = (place: number | null): AlertFacts => ({
  prices: nothing,
  directions: nothing,
  ranges: nothing,
  candles: nothing,
  resources: {},
  regime: null,
  critical: null,
  derivatives: { ...NO_DERIVATIVES, BTC: { ...NO_DERIVATIVES.BTC, implied_volatility: place } },
})

function due(text: string, places: readonly (number | null)[]): readonly boolean[] {
  const condition = parseCondition(text, [])
  if (condition === null) throw new Error(text)
  let state: ConditionState = null
  return places.map((place) => {
    const result = evaluateCondition(condition, state, at(place))
    state = result.state
    return result.isDue
  })
}

test("an alert is due when the percentile reaches the level, and again after it was on the other side", () => {
  const up = due("implied_volatility:BTC:90", [50, 89.9, 90, 95, null, 80, 91])
  expect(up).toEqual([false, false, true, false, false, false, true])
  expect(due("implied_volatility:BTC:-10", [5, 12, 10])).toEqual([false, false, true])
  expect(due("implied_volatility:ETH:90", [95, 95])).toEqual([false, false])
})

test.each(["BTC:0", "BTC:100", "BTC", "SOL:50", "BTC:5:6", "BTC:many"])(
  "implied_volatility:%s is not a condition",
  (text) => {
    expect(parseCondition(`implied_volatility:${text}`, [])).toBeNull()
  },
)

test("text and message name the coin and the percentile", () => {
  const condition = parseCondition("implied_volatility:BTC:-10", [])
  if (condition === null) throw new Error("implied_volatility:BTC:-10")
  expect(conditionText(condition)).toBe("implied_volatility:BTC:-10")
  expect(alertMessage(condition, null)).toEqual({
    title: "BTC implied volatility at or below percentile 10 of its year",
    path: "/coins/BTC",
  })
})
