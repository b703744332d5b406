import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { idOf, mined, payable, purchase, SOLD, transaction } from "@/tools/testing/ledger/fixtures"
import { CLAIM_MS, type Ledger } from "./ledger"
import { createSettlementQueue, type SettlementQueue } from "./settlement-queue"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000

describe.each(databases)("the settlement queue on $name", ({ open }) => {
  let database: TestDatabase
  let ledger: Ledger
  let queue: SettlementQueue
  beforeEach(async () => {
    database = await open()
    ledger = createSqlLedger(database.store)
    queue = createSettlementQueue(await database.another())
  })
  afterEach(() => database.close())

  async function claim(n: number, nowMs = NOW): Promise<string> {
    const claimed = await ledger.claim(purchase(n), nowMs)
    if (claimed.kind !== "claimed") throw new Error(`Expected to claim ${n}, got ${claimed.kind}.`)
    return claimed.owner
  }

  async function answer(n: number, nowMs = NOW): Promise<string> {
    const owner = await claim(n, nowMs)
    await ledger.saveAnswer(idOf(n), owner, SOLD, nowMs)
    return owner
  }

  const inLine = async (nowMs = NOW) => (await queue.waiting(10, nowMs)).map(({ id }) => id)

  test("lists payments in the order of their claims, with their authorizations", async () => {
    for (const n of [3, 1, 2]) await answer(n)
    await queue.add([idOf(1), idOf(2), idOf(3)], NOW)
    expect(await queue.waiting(10, NOW)).toEqual(
      [3, 1, 2].map((n) => ({ id: idOf(n), authorization: purchase(n).authorization })),
    )
    expect(await queue.waiting(2, NOW)).toHaveLength(2)
  })

  test("has only payments that are answered and were added", async () => {
    await claim(1)
    await answer(2)
    await answer(3)
    await ledger.markSent(transaction(3), [payable(3)], NOW)
    await answer(4)
    await queue.add([idOf(1), idOf(3), idOf(4)], NOW)
    expect(await inLine()).toEqual([idOf(4)])
  })

  test("has no payments that were sent, released or claimed again", async () => {
    const owners = new Map<number, string>()
    for (const n of [1, 2, 3]) owners.set(n, await answer(n))
    await queue.add([1, 2, 3].map(idOf), NOW)
    await ledger.markSent(transaction(1), [payable(1)], NOW)
    await ledger.release(idOf(2), owners.get(2) ?? "", "settlement_unsent", NOW)
    await answer(2)
    expect(await inLine()).toEqual([idOf(3)])
  })

  test("has no payment whose claim has expired", async () => {
    await answer(1)
    await queue.add([idOf(1)], NOW)
    expect([await inLine(NOW + CLAIM_MS), await inLine(NOW + CLAIM_MS + 1)]).toEqual([[idOf(1)], []])
  })

  test("reads the outcomes of payments without their answers", async () => {
    await answer(1)
    await answer(2)
    await ledger.markSent(transaction(2), [payable(2)], NOW)
    await ledger.markSettled([idOf(2)], mined(2), NOW)
    const statuses = await queue.statusOf([idOf(1), idOf(2), idOf(9)])
    expect(statuses.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: idOf(1), state: "answered", transaction: null, reason: null },
      { id: idOf(2), state: "settled", transaction: transaction(2).hash, reason: null },
    ])
    expect(await queue.statusOf([])).toEqual([])
  })
})
