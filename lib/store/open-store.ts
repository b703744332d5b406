import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { Kysely, SqliteDialect } from "kysely"
import Database from "libsql"
import { migrate } from "./migrations"
import type { Tables } from "./tables"

export type Store = Kysely<Tables>

/**
 * Opens the embedded database, creating folder and tables.
 *
 * WAL with `synchronous=FULL`: a commit survives power loss, which is what a ledger of money needs
 * (https://www.sqlite.org/pragma.html#pragma_synchronous); `relaxed` makes the exceptions. `file` may be `":memory:"`.
 */
export async function openEmbeddedStore(file: string): Promise<Store> {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true })
  const database = new Database(file)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.pragma("busy_timeout = 5000")
  const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(store)
  return store
}
