import { expect, test } from "vitest"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { authorize, newPayer } from "@/tools/testing/payments/fixtures"
import { MAX_BATCH, MAX_IN_FLIGHT, nextBatch, pauseMs } from "./next-batch"

const plain = await authorize(newPayer())

/** `p`: a plain payment; `d`: a payment that requires its own transaction. */
function line(kinds: string, wasOwnTransaction = false) {
  const waiting: readonly PaymentToSettle[] = Array.from(kinds, (kind, index) => {
    return { id: `${kind}${index}`, authorization: plain }
  })
  return { waiting, requiresOwnTransaction: ({ id }: PaymentToSettle) => id.startsWith("d"), wasOwnTransaction }
}

test.each([
  ["", []],
  ["ppp", ["p0", "p1", "p2"]],
  ["dpd", ["d0"]],
  ["pdpd", ["p0", "p2"]],
])("from the queue '%s' the next batch has %j", (kinds, expected) => {
  expect(nextBatch(line(kinds)).map(({ id }) => id)).toEqual(expected)
})

test.each([
  ["dddpp", ["p3", "p4"]],
  ["dd", ["d0"]],
  ["pd", ["p0"]],
])("from the queue '%s', after a payment with its own transaction, the next batch has %j", (kinds, expected) => {
  expect(nextBatch(line(kinds, true)).map(({ id }) => id)).toEqual(expected)
})

test("a batch has at most MAX_BATCH transfers", () => {
  expect(nextBatch(line("p".repeat(100)))).toHaveLength(MAX_BATCH)
})

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
