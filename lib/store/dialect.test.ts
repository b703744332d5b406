import { afterEach, expect, test, vi } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases/databases"
import type { Tables } from "./tables"

/** The library as another piece of the server holds it: the same, and none of its classes. */
vi.mock(import("kysely"), async (original) => {
  const library = await original()
  return { ...library, PostgresAdapter: class extends library.PostgresAdapter {} }
})

let database: TestDatabase
afterEach(() => database.close())

test.each(databases)("$name is known also to a piece of the server that did not open it", async ({ name, open }) => {
  database = await open()
  const { isPostgres } = await import("./dialect")
  expect(isPostgres(database.store)).toBe(name === "PostgreSQL")
  const inTransaction = await database.store
    .transaction()
    .execute((transaction) => Promise.resolve(isPostgres<Tables>(transaction)))
  expect(inTransaction).toBe(name === "PostgreSQL")
})
