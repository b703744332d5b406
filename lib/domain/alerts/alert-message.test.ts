import { expect, test } from "vitest"
import { alertMessage, alertNow } from "./alert-message"
import { alertTargetText, parseAlertTarget } from "./alert-target"
import { parseCondition } from "./condition"

test.each([
  ["direction:BTC", "BTC: the direction has changed", "/coins/BTC"],
  ["above:ETH:4200.5", "ETH went above $4,200.5", "/coins/ETH"],
  ["outside:SOL:150:200", "SOL has left $150 to $200", "/coins/SOL"],
  ["regime", "The market regime has changed", "/regime"],
  ["critical", "A critical geopolitical event", "/geo"],
  ["changed:/market/etf?asset=ETH", "/market/etf?asset=ETH has a new version", "/markets"],
  ["back:/signal/BTC", "/signal/BTC is back on sale", "/coins/BTC"],
  ["back:/yields", "/yields is back on sale", "/defi"],
])("the condition %s has the message %s and its page", (text, title, path) => {
  const condition = parseCondition(text, ["/market/etf?asset=ETH", "/signal/BTC", "/yields"])
  expect(condition && alertMessage(condition, null)).toEqual({ title, path })
})

test.each([
  ["above:ETH:4200", 4210.5, "ETH went above $4,200, now $4,210.5, +0.25% from $4,200"],
  ["above:ETH:4200", 4158, "ETH went above $4,200, now $4,158, −1.00% from $4,200"],
  ["outside:SOL:150:200", 149, "SOL has left $150 to $200, now $149, −0.67% from $150"],
  ["outside:SOL:150:200", 201, "SOL has left $150 to $200, now $201, +0.50% from $200"],
  ["direction:BTC", 120_000, "BTC: the direction has changed"],
])("the condition %s at the price %d has the message %s", (text, nowUsd, title) => {
  const condition = parseCondition(text, [])
  expect(condition && alertMessage(condition, alertNow(condition, nowUsd)).title).toBe(title)
})

test("a parsed alert target is written unchanged", () => {
  const push = `push:${"a".repeat(87)}:${"b".repeat(22)}:https://push.example.com/x:y`
  for (const text of ["https://hooks.example.com/a", "telegram:0123456789abcdef01234567", push]) {
    const target = parseAlertTarget(text)
    expect(target && alertTargetText(target)).toBe(text)
  }
  for (const text of ["telegram:", "telegram:-1001234567890", "telegram:@channel"]) {
    expect(parseAlertTarget(text)).toBeNull()
  }
})
