import { expect, test } from "vitest"
import { streakText } from "./streak-text"

test.each([
  [3, "3 sessions of inflows"],
  [-1, "1 session of outflows"],
  [0, "neither in- nor outflows"],
])("a streak of %i is shown as %s", (sessions, text) => {
  expect(streakText(sessions)).toBe(text)
})
