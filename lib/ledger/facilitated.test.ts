import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases/databases"
import { idOf, mined, purchase, SOLD } from "@/lib/testing/ledger/fixtures"
import { ALL_TIME, facilitatedIn, salesOf } from "./books"
import { createFacilitatedBooks, type FacilitatedBooks } from "./facilitated"
import { FACILITATED, paymentId } from "./payment"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000

describe.each(databases)("payments of other services on $name", ({ open }) => {
  let database: TestDatabase
  let books: FacilitatedBooks
  beforeEach(async () => {
    database = await open()
    books = createFacilitatedBooks(database.store)
  })
  afterEach(() => database.close())

  test("of 20 who ask at once one is told, and is known to be", async () => {
    expect(await books.isTold("a")).toBe(false)
    await books.begin("a", null, NOW)
    expect(await books.isTold("a")).toBe(false)
    const told = await Promise.all(Array.from({ length: 20 }, () => books.tell("a", null, NOW)))
    expect(told.filter(Boolean)).toHaveLength(1)
    expect(await books.isTold("a")).toBe(true)
  })

  test("the request that named itself is told again, others are not", async () => {
    await books.begin("a", "key", NOW)
    expect(await books.tell("a", "key", NOW)).toBe(true)
    expect(await books.tell("a", "key", NOW)).toBe(true)
    expect([await books.tell("a", null, NOW), await books.tell("a", "other", NOW)]).toEqual([false, false])
  })

  test("who was told first owns it, though another request began it: it is told to nobody else", async () => {
    await books.begin("a", "one", NOW)
    expect(await books.tell("a", "two", NOW)).toBe(true)
    expect(await books.tell("a", "one", NOW)).toBe(false)
    expect(await books.tell("a", "two", NOW)).toBe(true)
    await books.begin("b", "one", NOW)
    expect([await books.tell("b", null, NOW), await books.tell("b", "one", NOW)]).toEqual([true, false])
  })

  test("a settlement that begins anew is told anew; one that nobody began is told to nobody", async () => {
    await books.begin("a", null, NOW)
    await books.tell("a", null, NOW)
    await books.begin("a", null, NOW)
    expect([await books.tell("a", null, NOW), await books.tell("b", null, NOW)]).toEqual([true, false])
  })

  test("they are no sales, and a proof that was settled for another may still buy here", async () => {
    const ledger = createSqlLedger(database.store)
    const foreign = purchase(1, { endpoint: FACILITATED })
    const all = { ...ALL_TIME, network: foreign.network }
    const id = paymentId(foreign)
    const claim = await ledger.claim(foreign, NOW)
    await ledger.saveAnswer(id, claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
    await ledger.markSettled([id], mined(1), NOW)
    expect(await salesOf(database.store, all).next(), "none").toMatchObject({ done: true })
    expect(await facilitatedIn(database.store, all).next()).toMatchObject({ value: { id } })
    expect(id).not.toBe(idOf(1))
    expect(await ledger.claim(purchase(1), NOW)).toMatchObject({ kind: "claimed" })
  })
})
