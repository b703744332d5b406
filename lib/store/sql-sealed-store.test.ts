import { afterEach, describe } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases"
import { sealedStoreSuite } from "@/lib/testing/sealed-store-suite"
import { createSqlSealedInputs } from "./sql-sealed-inputs"
import { createSqlSealedStore, createSqlSettlementStore } from "./sql-sealed-store"

describe.each(databases)("$name", ({ name, open }) => {
  let database: TestDatabase
  afterEach(() => database.close())

  sealedStoreSuite(`sealed records on ${name}`, async () => {
    database = await open()
    const { store } = database
    const inputs = createSqlSealedInputs(store)
    return { sealed: createSqlSealedStore(store), settlements: createSqlSettlementStore(store), inputs }
  })
})
