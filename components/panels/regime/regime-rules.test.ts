import { expect, test } from "vitest"
import { ruleStates } from "./regime-rules"

const rule = (regime: "MARKUP" | "MARKDOWN" | "RANGE", met: boolean) => ({ regime, met, tests: [] })

test("one rule decides the day, and then the fallback does not count as met", () => {
  expect(ruleStates([rule("MARKUP", false), rule("MARKDOWN", true), rule("RANGE", true)])).toEqual([
    "missed",
    "named",
    "unasked",
  ])
})

test("the fallback decides the day if no other rule is met", () => {
  expect(ruleStates([rule("MARKUP", false), rule("RANGE", true)])).toEqual(["missed", "named"])
  expect(ruleStates([rule("MARKUP", false)])).toEqual(["missed"])
})
