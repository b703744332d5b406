import { expect, test } from "vitest"
import { timeUntil } from "./event-time"

const NOW_MS = Date.UTC(2026, 11, 8, 22)

test.each([
  ["2026-12-09T19:00:00.000Z", "in 21h"],
  ["2026-12-08T22:00:30.000Z", "in 1 min"],
  ["2026-12-12T00:00:00.000Z", "in 3d"],
  ["2026-12-08T22:00:00.000Z", "passed"],
  [null, ""],
])("the time until an event at %s is shown as %s", (at, text) => {
  expect(timeUntil(at, NOW_MS)).toBe(text)
})
