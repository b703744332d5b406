import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { createIdentifiers } from "./redelivery-stores"

const key = { payer: "0xaa", identifier: "pay_0123456789ab" } as const
const bound = (paymentId: string) => ({ resource: "GET /api/signal/BTC", paymentId })

describe.each(databases)("payment identifiers on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  test("one of many concurrent calls in two processes binds the key, and all receive that binding", async () => {
    const [one, two] = [createIdentifiers(database.store), createIdentifiers(await database.another())]
    const come = (count: number) =>
      Array.from({ length: count }, (_, n) => (n % 2 === 0 ? one : two).bind(key, bound(`payment ${n}`), 1))
    const answers = await Promise.all(come(10))
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1)
    for (const store of [one, two]) expect(await store.find(key)).toEqual(answers[0])
  })

  test("the same key of another payer has a binding of its own", async () => {
    const store = createIdentifiers(database.store)
    await store.bind(key, bound("one"), 1)
    const other = { ...key, payer: "0xbb" } as const
    expect(await store.find(other)).toBeNull()
    expect(await store.bind(other, bound("two"), 1)).toEqual(bound("two"))
  })

  test("a binding moves from its payment to one other payment", async () => {
    const store = createIdentifiers(database.store)
    await store.bind(key, bound("one"), 1)
    const moves = await Promise.all(["two", "three"].map((next) => store.move(key, "one", next)))
    expect(moves.filter(Boolean)).toHaveLength(1)
    expect(await store.move(key, "one", "four")).toBe(false)
  })
})
