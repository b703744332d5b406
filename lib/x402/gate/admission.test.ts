import { expect, test } from "vitest"
import type { Settlement } from "@/lib/x402/settlement/settler"
import { payable } from "@/tools/testing/ledger/fixtures"
import { createAdmission } from "./admission"

/** A queue in front of a settler that settles when the test lets it. */
function openQueue() {
  const waiting: ((settlement: Settlement) => void)[] = []
  const log: string[] = []
  let nowMs = 1_000_000
  const admission = createAdmission({
    settler: { settle: () => new Promise((resolve) => waiting.push(resolve)) },
    clock: () => nowMs,
    log: (event) => void log.push(event),
  })
  return {
    log,
    retryAfterS: () => admission.retryAfterS(),
    arrive: (count: number) => {
      for (let index = 0; index < count; index += 1) void admission.settle(payable(index))
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
