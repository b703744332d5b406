import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { createAcknowledgements } from "./acknowledgements"

describe.each(databases)("acknowledged transfers on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  test("a transfer is acknowledged once, and its first reason stays", async () => {
    const store = createAcknowledgements(database.store)
    expect(await store.all()).toEqual([])
    expect(await store.add({ transaction: "0xaa", reason: "a gift" }, 1)).toBe(true)
    expect(await store.add({ transaction: "0xaa", reason: "something else" }, 2)).toBe(false)
    expect(await store.all()).toEqual([{ transaction: "0xaa", reason: "a gift" }])
  })
})
