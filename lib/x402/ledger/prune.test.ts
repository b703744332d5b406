import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { idOf, mined, payable, purchase, SOLD, transaction } from "@/tools/testing/ledger/fixtures"
import { pruneBefore } from "./prune"
import { createIdentifiers } from "./redelivery-stores"
import { PAID_UNANSWERED } from "./payment"
import { createRefundStore } from "@/tools/ledger/refunds"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000
const NONE = { answers: 0, transactions: 0, payments: 0, operations: 0, channels: 0 }

describe.each(databases)("pruning on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  async function sell(n: number, settledMs: number | null): Promise<void> {
    const ledger = createSqlLedger(database.store)
    const claim = await ledger.claim(purchase(n), NOW)
    await ledger.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
    await ledger.markSent(transaction(n), [payable(n)], NOW)
    if (settledMs === null) return
    await ledger.markSettled([idOf(n)], mined(n), settledMs)
    await ledger.markMined(mined(n), settledMs)
  }

  const payments = (...numbers: readonly number[]) =>
    Promise.all(numbers.map((n) => createSqlLedger(database.store).find(idOf(n))))
  const bytesOf = async () => {
    const rows = await database.store.selectFrom("settlement_transactions").select(["hash", "raw"]).execute()
    return new Map(rows.map(({ hash, raw }) => [hash, raw]))
  }

  test("an older settled payment loses only its answer and its transaction's bytes", async () => {
    await sell(1, NOW - 2)
    await sell(2, NOW)
    await sell(3, null)
    const [first, ...others] = await payments(1, 2, 3)
    const bytes = await bytesOf()
    expect(await pruneBefore(database.store, NOW)).toEqual({ ...NONE, answers: 1, transactions: 1 })
    expect(await payments(1, 2, 3)).toEqual([{ ...first, answer: null }, ...others])
    expect(await bytesOf()).toEqual(bytes.set(transaction(1).hash, "0x"))
    expect(await pruneBefore(database.store, NOW), "a second run finds nothing").toEqual(NONE)
  })

  /** Claims and releases the n-th purchase, whose proof expires at `validBeforeMs`. */
  async function releaseClaim(n: number, validBeforeMs: number, reason = "answer_failed"): Promise<void> {
    const ledger = createSqlLedger(database.store)
    const bought = purchase(n, { authorization: { validBeforeS: validBeforeMs / 1_000 } })
    const claim = await ledger.claim(bought, NOW - 10_000)
    await ledger.release(idOf(n), claim.kind === "claimed" ? claim.owner : "", reason, NOW - 10_000)
  }

  async function refuse(n: number): Promise<void> {
    await releaseClaim(n, NOW - 5_000)
    await database.store.updateTable("payments").set({ state: "refused" }).where("id", "=", idOf(n)).execute()
  }

  test("a payment that moved no money is deleted once its proof has expired; other payments stay", async () => {
    await releaseClaim(1, NOW - 5_000)
    await refuse(2)
    await releaseClaim(3, NOW + 5_000)
    await releaseClaim(4, NOW - 5_000, PAID_UNANSWERED)
    await sell(5, NOW - 9_000)
    await sell(6, null)
    await releaseClaim(7, NOW - 5_000)
    const refund = {
      paymentId: idOf(7),
      transaction: "0xaa",
      raw: "0x02",
      nonce: 1,
      former: [],
      reason: "late",
    } as const
    await createRefundStore(database.store).begin(refund, NOW)
    expect(await pruneBefore(database.store, NOW - 10_000), "too young").toMatchObject({ payments: 0 })
    expect(await pruneBefore(database.store, NOW, 1)).toMatchObject({ payments: 2 })
    const states = (await payments(1, 2, 3, 4, 5, 6, 7)).map((payment) => payment?.state ?? null)
    expect(states).toEqual([null, null, "released", "released", "settled", "sent", "released"])
  })

  test("a deleted payment's idempotency key is deleted and may be bound to another request", async () => {
    const { store } = database
    const identifiers = createIdentifiers(store)
    const key = { payer: purchase(1).authorization.from, identifier: "pay_0123456789ab" } as const
    const kept = { ...key, identifier: "pay_kept_56789ab" }
    await releaseClaim(1, NOW - 5_000)
    await sell(2, NOW)
    await identifiers.bind(key, { resource: "GET /api/signal/BTC", paymentId: idOf(1) }, NOW - 10_000)
    await identifiers.bind(kept, { resource: "GET /api/signal/BTC", paymentId: idOf(2) }, NOW - 10_000)
    await pruneBefore(store, NOW)
    const other = { resource: "GET /api/signal/ETH", paymentId: idOf(3) }
    expect(await identifiers.bind(key, other, NOW)).toEqual(other)
    expect(await identifiers.find(kept)).toMatchObject({ paymentId: idOf(2) })
    expect(await createSqlLedger(store).claim(purchase(1), NOW), "the same nonce, under new terms").toMatchObject({
      kind: "claimed",
    })
  })

  test("two processes that prune concurrently, in several steps, prune each row once", async () => {
    for (const n of [1, 2, 3, 4]) await sell(n, NOW - n)
    for (const n of [5, 6, 7, 8]) await releaseClaim(n, NOW - 5_000)
    const both = [database.store, await database.another()]
    const counts = await Promise.all(both.map((store) => pruneBefore(store, NOW, 3)))
    expect((await payments(1, 2, 3, 4)).map((payment) => payment?.answer)).toEqual([null, null, null, null])
    expect(counts.reduce((sum, { answers }) => sum + answers, 0)).toBe(4)
    expect(counts.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(4)
    expect(counts.reduce((sum, { payments: deleted }) => sum + deleted, 0)).toBe(4)
  })
})
