import { expect, test } from "vitest"
import { MAX_BATCH, MAX_IN_FLIGHT, pauseMs } from "./settlement-pace"

test("the first transactions of a block are sent at once, and so is a full batch", () => {
  expect(pauseMs({ waiting: 1, inFlight: 0, sinceLastMs: 0 })).toBe(0)
  expect(pauseMs({ waiting: 1, inFlight: 3, sinceLastMs: 0 })).toBe(0)
  expect(pauseMs({ waiting: MAX_BATCH, inFlight: 10, sinceLastMs: 0 })).toBe(0)
})

test("other payments wait for a batch for a limited time", () => {
  const pause = pauseMs({ waiting: 1, inFlight: 4, sinceLastMs: 0 })
  expect(pause).toBeGreaterThan(0)
  expect(pauseMs({ waiting: 1, inFlight: 4, sinceLastMs: pause - 1 })).toBe(1)
  expect(pauseMs({ waiting: 1, inFlight: 4, sinceLastMs: pause + 1 })).toBe(0)
})

test("a clock that is set back does not prolong a wait", () => {
  const pause = pauseMs({ waiting: 1, inFlight: 4, sinceLastMs: 0 })
  expect(pauseMs({ waiting: 1, inFlight: 4, sinceLastMs: -3_600_000 })).toBe(pause)
})

test("payments that arrive one by one during a block of two seconds are all sent in that block", () => {
  const step = 10
  let [inFlight, lastMs, waiting] = [0, Number.NEGATIVE_INFINITY, 0]
  for (let nowMs = 0; nowMs < 2_000; nowMs += step) {
    waiting += 1
    if (inFlight >= MAX_IN_FLIGHT || pauseMs({ waiting, inFlight, sinceLastMs: nowMs - lastMs }) > 0) continue
    ;[inFlight, lastMs, waiting] = [inFlight + 1, nowMs, 0]
  }
  expect(waiting * step, "no payment waits longer than a pause").toBeLessThanOrEqual(120)
})
