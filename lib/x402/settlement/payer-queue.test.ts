import fc from "fast-check"
import { expect, test } from "vitest"
import type { Authorization, PaymentToSettle } from "@/lib/x402/ledger/payment"
import { createProvenPayers } from "./proven-payers"
import { createPayerQueue, MAX_UNPROVEN_KEY_IN_FLIGHT } from "./payer-queue"
import { MAX_BATCH } from "./next-batch"
import { createSettlementWaiters } from "./settlement-outcome"
import type { Settlement } from "./settler"

const SETTLED: Settlement = { kind: "settled", transaction: "0x1" }
const REFUSED: Settlement = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }

const paymentOf = (payer: string, n: number): PaymentToSettle => ({
  id: `${payer}/${n}`,
  authorization: { from: payer, signature: "0x", deployment: null } as unknown as Authorization,
})

function openQueue() {
  const waiters = createSettlementWaiters()
  const budget = { isExceeded: false }
  const inFlight: string[] = []
  const rejected: string[] = []
  const queue = createPayerQueue({
    isByKey: ({ from }) => !from.startsWith("wallet"),
    proven: createProvenPayers(),
    sources: { known: (payer) => payer, of: (payer) => Promise.resolve(payer) },
    isOverBudget: () => budget.isExceeded,
    release: ({ id }) => void inFlight.push(id),
    reject: ({ id }) => void rejected.push(id),
    onOutcome: (id, callback) => waiters.add(id, callback),
  })
  const add = (payer: string, count: number, from = 0) => {
    for (let n = from; n < from + count; n += 1) queue.add(paymentOf(payer, n))
  }
  /** Ends all payments that are in flight now. Returns how many there were. */
  const block = (settlement: (id: string) => Settlement = () => SETTLED) => {
    const ids = inFlight.splice(0)
    for (const id of ids) waiters.resolve(id, settlement(id))
    return ids.length
  }
  return { queue, budget, inFlight, rejected, add, block }
}

test("a new payer with 50 concurrent payments is served in three blocks", () => {
  const { add, block, rejected, queue } = openQueue()
  add("key", 50)
  expect([block(), block(), block()]).toEqual([MAX_UNPROVEN_KEY_IN_FLIGHT, 12, 35])
  expect([queue.waiting(), rejected]).toEqual([0, []])
})

test("a refused payment rejects the waiting payments of its payer, and of no other payer", () => {
  const { add, block, rejected, inFlight } = openQueue()
  add("bad", 10)
  add("good", 10)
  block((id) => (id.startsWith("bad") ? REFUSED : SETTLED))
  expect(rejected).toHaveLength(10 - MAX_UNPROVEN_KEY_IN_FLIGHT)
  expect(rejected.every((id) => id.startsWith("bad"))).toBe(true)
  expect(inFlight).toHaveLength(10 - MAX_UNPROVEN_KEY_IN_FLIGHT)
})

test("a payer is unproven again after a refusal", () => {
  const { add, block, inFlight, queue } = openQueue()
  add("key", 1)
  block()
  expect(queue.isProven(paymentOf("key", 0))).toBe(true)
  add("key", 1, 1)
  block(() => REFUSED)
  expect(queue.isProven(paymentOf("key", 0))).toBe(false)
  add("key", 50, 2)
  expect(inFlight).toHaveLength(MAX_UNPROVEN_KEY_IN_FLIGHT)
})

test("a contract wallet has one payment in flight until one was settled, and four afterwards", () => {
  const { add, inFlight, block, queue } = openQueue()
  add("wallet", 10)
  expect(inFlight).toEqual(["wallet/0"])
  expect(queue.requiresOwnTransaction(paymentOf("wallet", 0))).toBe(true)
  block()
  expect(inFlight).toHaveLength(4)
  expect(queue.requiresOwnTransaction(paymentOf("wallet", 1))).toBe(false)
})

test("over budget, new payers share one batch at a time, in turn, and known payers do not wait", () => {
  const { add, block, budget, inFlight, queue } = openQueue()
  add("known", 1)
  block()
  budget.isExceeded = true
  for (let n = 0; n < MAX_BATCH; n += 1) add(`new ${n}`, 2)
  add("known", 3, 1)
  const isKnown = (id: string) => id.startsWith("known")
  expect(inFlight.filter(isKnown)).toHaveLength(3)
  expect(inFlight.filter((id) => !isKnown(id))).toHaveLength(MAX_BATCH)
  expect(block(), "both kinds").toBe(MAX_BATCH + 3)
  while (queue.waiting() > 0) expect(block()).toBeLessThanOrEqual(MAX_BATCH)
})

test("every payment is released once or rejected, for any outcomes and budget", () => {
  const step = fc.record({ payer: fc.nat(4), count: fc.integer({ min: 1, max: 40 }), isExceeded: fc.boolean() })
  const isRefused = fc.infiniteStream(fc.integer({ min: 0, max: 9 }).map((n) => n === 0))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), isRefused, (steps, refusals) => {
      const { add, block, budget, rejected, queue } = openQueue()
      let [added, ended] = [0, 0]
      const outcome = () => (refusals.next().value ? REFUSED : SETTLED)
      for (const { payer, count, isExceeded } of steps) {
        budget.isExceeded = isExceeded
        add(`${payer === 0 ? "wallet" : "key"} ${payer}`, count, added)
        added += count
        ended += block(outcome)
      }
      for (let last = -1; last !== ended;) {
        last = ended
        ended += block(outcome)
      }
      expect(queue.waiting()).toBe(0)
      expect(ended + rejected.length).toBe(added)
    }),
    { numRuns: 100 },
  )
})
