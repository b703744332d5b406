import { expect, test } from "vitest"
import { yieldsContract } from "@/lib/endpoints/yields/contract"
import { reasonsOf } from "./pool-grade"
import { outlookText, yieldParts } from "./yield-parts"

test.each([
  [4.31, null, "base only"],
  [4.31, 0, "base only"],
  [4.3, 1.2, "4.3% + 1.2% rewards"],
  [null, 1.2, "1.2% rewards"],
  [null, null, ""],
])("a yield of base %s and rewards %s is shown as %s", (apy_base, apy_reward, text) => {
  expect(yieldParts({ apy_base, apy_reward })).toBe(text)
})

test("an outlook shows probability and confidence; a missing outlook is a dash", () => {
  const [pool] = yieldsContract.example.stablecoin
  expect(pool && outlookText(pool.outlook)).toEqual({ value: "Stable or up, 71%", note: "confidence 2 of 3" })
  expect(outlookText({ class: "DOWN", probability_pct: null, confidence: null })).toEqual({ value: "Down", note: "" })
  expect(outlookText({ class: null, probability_pct: 60, confidence: 3 })).toEqual({ value: "–", note: "" })
})

test("a grade lists all points and unknown factors", () => {
  const contributors = [
    { key: "tvl", points: 0, detail: "$1240.0 m locked" },
    { key: "reward_share", points: 12, detail: "40% in rewards" },
  ]
  const text = "tvl 0: $1240.0 m locked · reward share 12: 40% in rewards"
  expect(reasonsOf({ grade: "C", score: 12, contributors, unknown: [] })).toBe(text)
  expect(reasonsOf({ grade: "C", score: 32, contributors, unknown: ["audits", "hacks"] })).toBe(
    `${text}; unknown: audits, hacks`,
  )
})
