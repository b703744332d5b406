import { expect, test } from "vitest"
import { fearGreedLabel } from "./fear-greed-label"

test("the index has a word on either side of each border", () => {
  expect([0, 24, 25, 46, 47, 54, 55, 74, 75, 100].map(fearGreedLabel)).toEqual([
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
