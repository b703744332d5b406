import { expect, test } from "vitest"
import { fearGreedLabel } from "./fear-greed-label"

test("the index has the right label on both sides of each threshold", () => {
  expect([0, 25, 26, 46, 47, 54, 55, 74, 75, 100].map((index) => fearGreedLabel(index))).toEqual([
    "Extreme Fear",
    "Extreme Fear",
    "Fear",
    "Fear",
    "Neutral",
    "Neutral",
    "Greed",
    "Greed",
    "Extreme Greed",
    "Extreme Greed",
  ])
})

test("the publisher's label is used when it is one of the known labels", () => {
  expect(fearGreedLabel(26, "Extreme Fear")).toBe("Extreme Fear")
  expect(fearGreedLabel(26, "Panic")).toBe("Fear")
})
