import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createPageClock } from "./clock"

const START_MS = Date.UTC(2026, 10, 20, 12)
const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
  vi.stubGlobal("document", new EventTarget())
  vi.stubGlobal("window", new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("all subscribers get each tick, and removed subscribers do not", () => {
  const clock = createPageClock()
  const [one, other] = [vi.fn(), vi.fn()]
  const leave = clock.subscribe(one)
  clock.subscribe(other)
  expect(clock.read()).toBe(START_MS)
  vi.advanceTimersByTime(15_000)
  leave()
  vi.advanceTimersByTime(15_000)
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2])
  expect(clock.read()).toBe(START_MS + 30_000)
})

test.each([
  ["a device wakes up", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["the browser brings a page back from its cache", () => window.dispatchEvent(new Event("pageshow"))],
])("when %s, subscribers get the time at once", (_, wake) => {
  const clock = createPageClock()
  const listener = vi.fn()
  const leave = clock.subscribe(listener)
  clock.read()
  vi.setSystemTime(START_MS + HOUR_MS)
  wake()
  expect(listener).toHaveBeenCalledOnce()
  expect(clock.read()).toBe(START_MS + HOUR_MS)
  leave()
  wake()
  expect(listener, "nobody listens any more").toHaveBeenCalledOnce()
})
