import { expect, test } from "vitest"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { badgeOf, oldestInputMs } from "./panel-badge"

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const fresh = { ageMs: 0, inputAgeMs: null, isStale: false }

test.each([
  [{}, "just now", false],
  [{ inputAgeMs: 30_000 }, "just now", false],
  [{ inputAgeMs: 3 * DAY_MS }, "just now", false],
  [{ inputAgeMs: 5.9 * DAY_MS }, "just now", false],
  [{ inputAgeMs: 7 * DAY_MS }, "Old data · just now · oldest input 7d", true],
  [{ isStale: true, ageMs: 20 * MINUTE_MS }, "Old · 20 min ago", true],
  [{ maxInputAgeMs: 30 * MINUTE_MS, inputAgeMs: 45 * MINUTE_MS }, "Old data · just now · oldest input 45 min", true],
])("the badge for %o is %s", (ages, text, warns) => {
  const badge = badgeOf({ ...fresh, ...ages })
  expect({ ...badge, text: badge.text.replaceAll("\u00a0", " ") }).toEqual({ text, warns })
})

test("the oldest input is read from the answer's metadata", () => {
  expect(oldestInputMs(signalContract.example)).toBe(Date.parse(signalContract.example.meta.as_of))
  for (const body of [null, {}, { meta: { as_of: "yesterday" } }]) expect(oldestInputMs(body)).toBeNull()
})
