import { numberToHex } from "viem"
import { expect, test } from "vitest"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { payable, purchase } from "@/tools/testing/ledger/fixtures"
import { createRetryQueue } from "./retry-queue"
import { createSettlementWaiters } from "./settlement-outcome"

const REFUSED = { kind: "refused", reason: "invalid_transaction_state" } as const
const SETTLED = { kind: "settled", transaction: "0x01" } as const

/** The n-th payment of one payer. */
function another(n: number): PaymentToSettle {
  const { from } = purchase(1).authorization
  return { ...payable(n), authorization: { ...payable(n).authorization, from, nonce: numberToHex(n, { size: 32 }) } }
}

/** A retry queue, its sent payments in order, and the outcome of each payment. */
function openQueue() {
  const waiters = createSettlementWaiters()
  const state = { nowMs: 1_000, sent: [] as string[], heard: new Map<string, unknown>(), takes: true }
  const retryQueue = createRetryQueue({
    send: ({ id }) => {
      if (state.takes) state.sent.push(id)
      return Promise.resolve(state.takes)
    },
    onOutcome: (id, callback) => waiters.add(id, callback),
    clock: () => state.nowMs,
  })
  const add = (payment: PaymentToSettle, failedMs = 1_000) =>
    void retryQueue.add(payment, failedMs).then(
      (isSent) => state.heard.set(payment.id, isSent),
      (cause: unknown) => state.heard.set(payment.id, cause),
    )
  const sendAll = async () => {
    while (retryQueue.waiting() > 0) await retryQueue.sendNext()
  }
  return { state, retryQueue, add, sendAll, waiters }
}

const [first, second, third, neighbour] = [another(11), another(12), another(13), payable(2)]

test("one payment of each payer is sent first; when it settles, the payer's others are sent at once", async () => {
  const { state, add, sendAll, waiters } = openQueue()
  for (const payment of [first, second, neighbour, third]) add(payment)
  await sendAll()
  expect(state.sent).toEqual([first.id, neighbour.id])
  waiters.resolve(first.id, SETTLED)
  await sendAll()
  expect(state.sent.slice(2)).toEqual([second.id, third.id])
  expect([...state.heard.values()]).toEqual([true, true, true, true])
})

test("when a payer's first payment is refused, the payer's other payments of failed batches are not sent", async () => {
  const { state, add, sendAll, waiters } = openQueue()
  for (const payment of [first, second]) add(payment)
  await sendAll()
  state.nowMs = 3_000
  waiters.resolve(first.id, REFUSED)
  add(third, 2_000)
  add(neighbour, 2_000)
  await sendAll()
  expect(state.sent).toEqual([first.id, neighbour.id])
  expect([state.heard.get(second.id), state.heard.get(third.id)]).toEqual([false, false])
  add(another(14), 3_001)
  await sendAll()
  expect(state.sent, "its batch failed later").toEqual([first.id, neighbour.id, another(14).id])
})

test("when a payer's first payment cannot be sent, the next one is sent", async () => {
  const { state, retryQueue, add, sendAll } = openQueue()
  for (const payment of [first, second]) add(payment)
  state.takes = false
  await retryQueue.sendNext()
  state.takes = true
  await sendAll()
  expect([state.sent, state.heard.get(first.id)]).toEqual([[second.id], false])
})

test("when the process shuts down, waiting payments are rejected", async () => {
  const { state, retryQueue, add, sendAll } = openQueue()
  for (const payment of [first, second]) add(payment)
  await sendAll()
  retryQueue.shutdown()
  await Promise.resolve()
  expect(state.heard.get(second.id)).toMatchObject({ message: expect.stringMatching(/process ended/) })
})

test("a clock that is set back does not make an old refusal newer than a later failed batch", async () => {
  const { state, add, sendAll, waiters } = openQueue()
  state.nowMs = 9_000
  add(first, 9_000)
  await sendAll()
  waiters.resolve(first.id, REFUSED)
  state.nowMs = 5_000
  add(second, 5_000)
  await sendAll()
  expect(state.sent).toEqual([first.id, second.id])
})
