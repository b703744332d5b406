import { expect, test } from "vitest"
import { owed } from "@/lib/testing/ledger-fixtures"
import { createResends } from "./resends"
import { createSettlementWaiters } from "./settlement-waiters"
import type { Settlement } from "./settler"

const SETTLED: Settlement = { kind: "settled", transaction: "0x01" }
const IN_VAIN: Settlement = { kind: "refused", reason: "invalid_transaction_state" }

/** A line in which payments of one payer wait, of another payer the last. */
async function openLine(count: number) {
  const time = { ms: 1_000_000 }
  const sent: string[] = []
  const waiters = createSettlementWaiters()
  const send = async ({ id }: { readonly id: string }) => sent.push(id) > 0
  const resends = createResends({ send, waiters, onTurn: () => undefined, clock: () => time.ms })
  const { from } = owed(1).authorization
  const payments = Array.from({ length: count }, (_, n) => ({
    id: `${n}`,
    authorization: { ...owed(n).authorization, from },
  }))
  const add = (payment: (typeof payments)[number]) => resends.add(payment)
  const outcomes = [...payments, { ...owed(2), id: "other" }].map(add)
  /** All whose turn it is; answers their ids. */
  async function goOn(): Promise<readonly string[]> {
    const before = sent.length
    while (resends.hasNext()) await resends.sendNext()
    return sent.slice(before)
  }
  return { time, waiters, payments, add, outcomes, goOn }
}

test("of one payer as many go as arrived before, and one more", async () => {
  const { waiters, goOn } = await openLine(7)
  expect(await goOn()).toEqual(["0", "other"])
  expect(await goOn()).toEqual([])
  waiters.resolve("0", SETTLED)
  expect(await goOn()).toEqual(["1", "2"])
  waiters.resolve("1", SETTLED)
  expect(await goOn()).toEqual(["3", "4"])
})

test("once one was in vain the others are not sent, for a minute", async () => {
  const { time, waiters, payments, add, outcomes, goOn } = await openLine(3)
  await goOn()
  waiters.resolve("0", IN_VAIN)
  expect(await goOn()).toEqual([])
  expect(await Promise.all(outcomes)).toEqual([true, false, false, true])
  time.ms += 60_000
  for (const payment of payments.slice(1, 2)) void add(payment)
  expect(await goOn()).toEqual(["1"])
})

test("money that was gone is no reason to keep the others back", async () => {
  const { waiters, goOn } = await openLine(2)
  await goOn()
  waiters.resolve("0", { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" })
  expect(await goOn()).toEqual(["1"])
})

test("one that came to no block goes once more before the others of its payer", async () => {
  const { payments, add, goOn } = await openLine(2)
  await goOn()
  for (const payment of payments.slice(0, 1)) void add(payment)
  expect(await goOn()).toEqual(["0"])
})
