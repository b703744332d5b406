import { expect, test } from "vitest"
import type { Settlement } from "@/lib/x402/settlement/settler"
import { payable } from "@/tools/testing/ledger/fixtures"
import { createProvenPayers } from "@/lib/x402/settlement/proven-payers"
import { createAdmission } from "./admission"

const address = (index: number) => `0x${index.toString(16).padStart(40, "0")}` as const
const NEW_PAYER = address(1_000_000)
const BUSY_PAYER = address(2_000_000)

const NO_GAS = { settledGas: 0n, refusedGas: 0n, isExceeded: false }

/** A queue in front of a settler that settles when the test lets it. */
function openQueue() {
  const waiting: ((settlement: Settlement) => void)[] = []
  const log: string[] = []
  const proven = createProvenPayers()
  const sources = new Map<string, string>()
  const budget = { isExceeded: false }
  let nowMs = 1_000_000
  let arrived = 0
  const admission = createAdmission({
    settler: { settle: () => new Promise((resolve) => waiting.push(resolve)) },
    guard: {
      proven,
      sources: { known: (payer) => sources.get(payer) ?? null, of: (payer) => Promise.resolve(payer) },
      gasBudget: { isExceeded: () => budget.isExceeded, record: () => undefined, use: () => NO_GAS },
    },
    clock: () => nowMs,
    log: (event) => void log.push(event),
  })
  return {
    log,
    proven,
    sources,
    budget,
    hold: (...of: Parameters<typeof admission.hold>) => admission.hold(...of),
    retryAfterS: (payer = NEW_PAYER) => admission.retryAfterS(payer),
    arrive: (count: number, ofOne = false) => {
      for (let index = 0; index < count; index += 1) {
        arrived += 1
        const payment = payable(arrived)
        const from = ofOne ? BUSY_PAYER : address(arrived)
        void admission.settle({ ...payment, authorization: { ...payment.authorization, from } })
      }
    },
    /** Lets one second pass, in which this many payments settle. */
    second: async (count: number) => {
      for (const resolve of waiting.splice(0, count)) resolve({ kind: "settled", transaction: "0x01" })
      await new Promise((resolve) => setImmediate(resolve))
      nowMs += 1_000
    },
  }
}

test("payments are refused while the queue needs more than eight seconds to drain", async () => {
  const { retryAfterS, arrive, second, log } = openQueue()
  arrive(1_400)
  for (let seconds = 0; seconds < 6; seconds += 1) await second(100)
  expect(retryAfterS(), "800 at 100 a second").toBeNull()
  arrive(200)
  expect(retryAfterS(), "1,000 at 100 a second").toBe(4)
  await second(100)
  await second(100)
  await second(100)
  expect(retryAfterS(), "700 at 100 a second").toBe(1 + 1)
  await second(100)
  expect(retryAfterS(), "600 at 100 a second").toBeNull()
  expect(log).toEqual(["settlement_overloaded", "settlement_overload_ended"])
})

test("payments that one account settles within a block are not refused, even before the first outcome", () => {
  const { retryAfterS, arrive } = openQueue()
  arrive(300)
  expect(retryAfterS()).toBeNull()
  arrive(1)
  expect(retryAfterS(), "no payment has settled for six seconds").toBe(30)
})

test("a payer with 150 waiting payments waits for the pace, and others are accepted", async () => {
  const { retryAfterS, arrive, second, log } = openQueue()
  arrive(149, true)
  expect(retryAfterS(BUSY_PAYER)).toBeNull()
  arrive(1, true)
  expect(retryAfterS(BUSY_PAYER), "no payment has settled for six seconds").toBe(30)
  arrive(150)
  expect(retryAfterS()).toBeNull()
  for (let seconds = 0; seconds < 6; seconds += 1) await second(20)
  expect(retryAfterS(BUSY_PAYER), "180 at 20 a second, 30 of them his own").toBeNull()
  expect(log).toEqual([])
})

test("a verified payment has one place from its verification to the end of its settlement", async () => {
  const { retryAfterS, arrive, hold, second } = openQueue()
  const leave = Array.from({ length: 150 }, (_, index) => hold(payable(index + 1).id, BUSY_PAYER))
  expect(retryAfterS(BUSY_PAYER), "verified, not yet settled").toBe(30)
  arrive(150, true)
  for (const give of leave) give()
  expect(retryAfterS(BUSY_PAYER), "still settled").toBe(30)
  await second(150)
  expect(retryAfterS(BUSY_PAYER)).toBeNull()
})

test("payers who have paid before have 100 places that new payers cannot take", () => {
  const { retryAfterS, arrive, hold, proven } = openQueue()
  arrive(620)
  expect(retryAfterS()).toBe(30)
  const honest = Array.from({ length: 101 }, (_, index) => address(3_000_000 + index))
  for (const payer of honest) proven.add(payer)
  const accepted = honest.filter((payer, index) => {
    if (retryAfterS(payer) !== null) return false
    hold(payable(5_000 + index).id, payer)
    return true
  })
  expect(accepted).toHaveLength(100)
})

test("a payer whose payment was settled here has paid before, until one is refused", async () => {
  const { retryAfterS, arrive, second } = openQueue()
  arrive(1, true)
  await second(1)
  arrive(2_000)
  expect([retryAfterS(), retryAfterS(BUSY_PAYER)]).toEqual([30, null])
})

test("over budget, new payers with money of one source have 30 places together", () => {
  const { retryAfterS, arrive, sources, budget } = openQueue()
  for (let index = 1; index <= 30; index += 1) sources.set(address(index), "source")
  sources.set(NEW_PAYER, "source")
  arrive(30)
  expect(retryAfterS(), "within the budget").toBeNull()
  budget.isExceeded = true
  expect(retryAfterS()).toBe(30)
  expect(retryAfterS(address(4_000_000)), "another source").toBeNull()
})
