import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases"
import { createRefundBooks } from "./refunds"

const refund = { paymentId: "one", transaction: "0xaa", reason: "a wrong answer" } as const

describe.each(databases)("refunds on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  test("a payment is refunded once, by whichever process asks first", async () => {
    const books = [createRefundBooks(database.store), createRefundBooks(await database.another())]
    const begun = await Promise.all(books.map((desk) => desk.begin(refund, 1)))
    expect(begun.filter(Boolean)).toEqual([true])
    for (const desk of books) expect(await desk.find("one")).toEqual(refund)
  })

  test("of a payment without a refund nothing is known", async () => {
    expect(await createRefundBooks(database.store).find("one")).toBeNull()
  })
})
