import { expect, test } from "vitest"
import { ruleStates } from "./regime-rules"

const rule = (regime: "MARKUP" | "MARKDOWN" | "RANGE", met: boolean) => ({ regime, met, tests: [] })

test("the rule of the regime is ticked, and then the fallback is not checked", () => {
  const rules = [rule("MARKUP", false), rule("MARKDOWN", true), rule("RANGE", true)]
  expect(ruleStates({ regime: "MARKDOWN", rules })).toEqual(["missed", "decided", "unasked"])
})

test("while the last day reads another regime, the rule of the one in force stays ticked", () => {
  const rules = [rule("MARKUP", false), rule("MARKDOWN", true), rule("RANGE", true)]
  expect(ruleStates({ regime: "MARKUP", rules })).toEqual(["decided", "pending", "unasked"])
  expect(ruleStates({ regime: "RANGE", rules })).toEqual(["missed", "pending", "decided"])
})

test("the fallback decides the day if no other rule is met", () => {
  const rules = [rule("MARKUP", false), rule("RANGE", true)]
  expect(ruleStates({ regime: "RANGE", rules })).toEqual(["missed", "decided"])
})
