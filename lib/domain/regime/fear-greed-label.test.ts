import { expect, test } from "vitest"
import { fearGreedLabel } from "./fear-greed-label"

test("the index has a word on either side of each border", () => {
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

test("the publisher's own word counts where it is one of these", () => {
  expect(fearGreedLabel(26, "Extreme Fear")).toBe("Extreme Fear")
  expect(fearGreedLabel(26, "Panic")).toBe("Fear")
})
