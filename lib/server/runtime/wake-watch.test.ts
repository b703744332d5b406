import { expect, test } from "vitest"
import { createWakeWatch } from "./wake-watch"

test.each([
  ["beats in time", 1_000, 1_000, false],
  ["a busy event loop", 4_000, 4_000, false],
  ["SIGSTOP and SIGCONT", 12_000, 12_000, true],
  ["a suspended machine", 3_600_000, 900, true],
  ["a clock that was set forward", 60_000, 1_000, true],
  ["a clock that was set back", -60_000, 1_000, true],
  ["a clock that was set back over the time of the stop", 1_000, 12_000, true],
])("%s: the wall clock passes %d ms, the monotonic one %d ms", (_, wallMs, monotonicMs, isWoken) => {
  const now = { wall: 1_000_000, monotonic: 5_000 }
  const watch = createWakeWatch({ wall: () => now.wall, monotonic: () => now.monotonic })
  now.wall += wallMs
  now.monotonic += monotonicMs
  expect(watch.beat()).toBe(isWoken)
  expect(watch.beat(), "it is said once").toBe(false)
})
