import { afterEach, describe } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases"
import { sealedStoreSuite } from "@/lib/testing/sealed-store-suite"
import { createSqlSealedStore, createSqlSettlementStore } from "./sql-sealed-store"

describe.each(databases)("$name", ({ name, open }) => {
  let database: TestDatabase
  afterEach(() => database.close())

  sealedStoreSuite(`sealed records on ${name}`, async () => {
    database = await open()
    return { sealed: createSqlSealedStore(database.store), settlements: createSqlSettlementStore(database.store) }
  })
})
