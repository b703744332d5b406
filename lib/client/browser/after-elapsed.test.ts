import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { afterElapsed } from "./after-elapsed"

const START_MS = Date.UTC(2026, 10, 20, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
})
afterEach(() => {
  vi.useRealTimers()
})

test("the callback runs once after the duration", () => {
  const callback = vi.fn<() => void>()
  afterElapsed(5_000, callback)
  vi.advanceTimersByTime(4_999)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(callback).toHaveBeenCalledOnce()
  expect(vi.getTimerCount(), "nothing looks at the clock any more").toBe(0)
})

test("a cancelled timer does not call back and leaves no timer behind", () => {
  const callback = vi.fn<() => void>()
  const cancel = afterElapsed(5_000, callback)
  vi.advanceTimersByTime(3_000)
  cancel()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(callback).not.toHaveBeenCalled()
})

test("the callback does not run while the clock stands still, and runs at once after a device wakes", () => {
  const callback = vi.fn<() => void>()
  const cancel = afterElapsed(5_000, callback)
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1_000)
    vi.setSystemTime(START_MS)
  }
  expect(callback).not.toHaveBeenCalled()
  vi.setSystemTime(START_MS + 3_600_000)
  vi.advanceTimersByTime(1_000)
  expect(callback).toHaveBeenCalledOnce()
  cancel()
})
