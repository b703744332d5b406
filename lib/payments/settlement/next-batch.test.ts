import { expect, test } from "vitest"
import type { Authorization, PaymentToSettle } from "@/lib/ledger/payment"
import { authorize, newPayer } from "@/lib/testing/payments/fixtures"
import { createPendingCheck, MAX_BATCH, MAX_IN_FLIGHT, nextBatch, pauseMs } from "./next-batch"

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

const payments: readonly PaymentToSettle[] = ["a", "b", "c"].map((id) => ({ id, authorization: {} as Authorization }))

/** `answers`: for each simulation which payments are unfunded; `null`: the node rejects. */
function openCheck(answers: readonly (readonly boolean[] | null)[]) {
  const time = { ms: 0 }
  const seen = { asked: 0, requeued: [] as string[], failed: [] as string[] }
  const check = createPendingCheck({
    chain: {
      findUnfunded: async () => {
        const answer = answers[seen.asked]
        seen.asked += 1
        if (answer) return answer
        throw new Error("pending is not supported")
      },
    },
    clock: () => time.ms,
    sleep: () => Promise.resolve(),
    requeue: ({ id }) => void seen.requeued.push(id),
    onFailure: ({ id }) => void seen.failed.push(id),
  })
  const pass = async () => {
    const ids = (await check.passing(payments)).map(({ id }) => id)
    await new Promise(setImmediate)
    return ids
  }
  return { time, seen, pass }
}

test("a payment without balance in the pending state is left out, and fails when a second check confirms it", async () => {
  const { pass, seen } = openCheck([[false, true, false], [true]])
  expect(await pass()).toEqual(["a", "c"])
  expect(seen).toMatchObject({ failed: ["b"], requeued: [] })
})

test("a payment whose balance is there at the second check is queued again", async () => {
  const { pass, seen } = openCheck([[false, true, false], [false]])
  expect(await pass()).toEqual(["a", "c"])
  expect(seen).toMatchObject({ failed: [], requeued: ["b"] })
})

test("without a pending state all payments are sent, and the node is asked again after a minute", async () => {
  const { pass, seen, time } = openCheck([null, [false, false, false]])
  expect(await pass()).toEqual(["a", "b", "c"])
  expect(await pass()).toEqual(["a", "b", "c"])
  expect(seen.asked).toBe(1)
  time.ms = 60_000
  await pass()
  expect(seen.asked).toBe(2)
})
