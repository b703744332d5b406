import { sql } from "kysely"
import { afterEach, expect, test, vi } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import type { Tables } from "./tables"

/** A second copy of the library, as another server bundle has it: same behaviour, other classes. */
vi.mock(import("kysely"), async (original) => {
  const library = await original()
  return { ...library, PostgresAdapter: class extends library.PostgresAdapter {} }
})

let database: TestDatabase
afterEach(() => database.close())

test.each(databases)("isPostgres() is right for a $name store that another bundle opened", async ({ name, open }) => {
  database = await open()
  const { isPostgres } = await import("./dialect")
  expect(isPostgres(database.store)).toBe(name === "PostgreSQL")
  const inTransaction = await database.store
    .transaction()
    .execute((transaction) => Promise.resolve(isPostgres<Tables>(transaction)))
  expect(inTransaction).toBe(name === "PostgreSQL")
})

test.each(databases)(
  "on $name an SQL error is rolled back; after a broken connection that is known only for SQLite",
  async (given) => {
    database = await given.open()
    const { isRolledBack } = await import("./dialect")
    const cause: unknown = await sql`select 1 from nowhere`.execute(database.store).catch((fault: unknown) => fault)
    expect(isRolledBack(database.store, cause)).toBe(true)
    const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE" })
    expect(isRolledBack(database.store, broken)).toBe(given.name !== "PostgreSQL")
  },
)
