import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases"
import { idOf, mined, owed, purchase, SOLD, transaction } from "@/lib/testing/ledger-fixtures"
import { forgetBefore } from "./forget"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000

describe.each(databases)("what is forgotten on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  async function sell(n: number, settledMs: number | null): Promise<void> {
    const ledger = createSqlLedger(database.store)
    const claim = await ledger.claim(purchase(n), NOW)
    await ledger.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
    await ledger.markSent(transaction(n), [owed(n)], NOW)
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

  test("what was settled before a moment loses its answer and its transaction's bytes, and nothing else", async () => {
    await sell(1, NOW - 2)
    await sell(2, NOW)
    await sell(3, null)
    const [first, ...others] = await payments(1, 2, 3)
    const bytes = await bytesOf()
    expect(await forgetBefore(database.store, NOW)).toEqual({ answers: 1, transactions: 1 })
    expect(await payments(1, 2, 3)).toEqual([{ ...first, answer: null }, ...others])
    expect(await bytesOf()).toEqual(bytes.set(transaction(1).hash, "0x"))
    expect(await forgetBefore(database.store, NOW), "a second look finds nothing").toEqual({
      answers: 0,
      transactions: 0,
    })
  })

  test("two processes that do it at once, in several steps, do it once", async () => {
    for (const n of [1, 2, 3, 4]) await sell(n, NOW - n)
    const both = [database.store, await database.another()]
    const counts = await Promise.all(both.map((store) => forgetBefore(store, NOW, 3)))
    expect((await payments(1, 2, 3, 4)).map((payment) => payment?.answer)).toEqual([null, null, null, null])
    expect(counts.reduce((sum, { answers }) => sum + answers, 0)).toBe(4)
    expect(counts.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(4)
  })
})
