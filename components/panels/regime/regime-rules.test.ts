import { expect, test } from "vitest"
import { ruleStates } from "./regime-rules"

const rule = (regime: "MARKUP" | "MARKDOWN" | "RANGE", met: boolean) => ({ regime, met, tests: [] })

test("one rule names the day; the fallback is not met beside it", () => {
  expect(ruleStates([rule("MARKUP", false), rule("MARKDOWN", true), rule("RANGE", true)])).toEqual([
    "missed",
    "named",
    "unasked",
  ])
})

test("the fallback names the day when no other does", () => {
  expect(ruleStates([rule("MARKUP", false), rule("RANGE", true)])).toEqual(["missed", "named"])
  expect(ruleStates([rule("MARKUP", false)])).toEqual(["missed"])
})
