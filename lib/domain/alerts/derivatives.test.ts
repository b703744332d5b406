import { expect, test } from "vitest"
import { NO_DERIVATIVES } from "@/tools/testing/alerts/facts"
import { alertMessage } from "./alert-message"
import { type AlertFacts, conditionText, evaluateCondition, parseCondition } from "./condition"

const none = { BTC: null, ETH: null, SOL: null }
const facts = (part: Partial<AlertFacts>): AlertFacts => ({
  prices: none,
  directions: none,
  ranges: none,
  candles: none,
  derivatives: NO_DERIVATIVES,
  resources: {},
  regime: null,
  critical: null,
  ...part,
})
const bitcoin = (part: Partial<AlertFacts["derivatives"]["BTC"]>) =>
  facts({ derivatives: { ...NO_DERIVATIVES, BTC: { ...NO_DERIVATIVES.BTC, ...part } } })

function conditionOf(text: string) {
  const condition = parseCondition(text, [])
  if (condition === null) throw new Error(text)
  expect(conditionText(condition)).toBe(text)
  return condition
}

test.each([
  ["funding:BTC:0.05", bitcoin({ funding: 0.049 }), bitcoin({ funding: 0.05 })],
  ["funding:BTC:-0.01", bitcoin({ funding: 0 }), bitcoin({ funding: -0.012 })],
  ["open_interest:BTC:5", bitcoin({ open_interest: 4.9 }), bitcoin({ open_interest: 7 })],
  ["open_interest:BTC:-10", bitcoin({ open_interest: 20 }), bitcoin({ open_interest: -10 })],
  ["liquidations:BTC:99", bitcoin({ liquidations: 98.9 }), bitcoin({ liquidations: 99.5 })],
  [
    "range:BTC",
    facts({ prices: { ...none, BTC: 100 }, ranges: { ...none, BTC: { low: 95, high: 105 } } }),
    facts({ prices: { ...none, BTC: 94.9 }, ranges: { ...none, BTC: { low: 95, high: 105 } } }),
  ],
])("%s: an alert is due once the bound is reached, and again only after it was left", (text, before, after) => {
  const condition = conditionOf(text)
  const first = evaluateCondition(condition, null, before)
  expect(first).toEqual({ state: "not met", isDue: false })
  const met = evaluateCondition(condition, first.state, after)
  expect(met).toEqual({ state: "met", isDue: true })
  expect(evaluateCondition(condition, met.state, after).isDue).toBe(false)
  expect(evaluateCondition(condition, met.state, facts({})), "unknown decides nothing").toEqual({
    state: "met",
    isDue: false,
  })
})

test.each([
  "funding:BTC",
  "funding:BTC:0",
  "funding:BTC:6",
  "funding:BTC:1e1",
  "funding:XRP:1",
  "open_interest:BTC:-91",
  "liquidations:BTC:49",
  "liquidations:BTC:101",
  "range:BTC:24h",
  "range",
])("%s is no condition", (text) => {
  expect(parseCondition(text, [])).toBeNull()
})

test("a message about a sealed range names no bound of it", () => {
  expect(alertMessage(conditionOf("range:BTC"), null).title).not.toMatch(/\d{3}/)
  expect(alertMessage(conditionOf("funding:BTC:-0.01"), null).title).toBe("BTC funding at or below −0.01% in 8h")
})
