import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { openPostgresStore } from "@/lib/store/postgres-store"
import { newDatabase } from "./one-postgres"

export type TestDatabase = {
  readonly store: Store
  /** The file, or the schema. */
  readonly name: string
  /** More connections to the same data, as another process has. */
  readonly another: () => Promise<Store>
  readonly close: () => Promise<void>
}

/** The databases on which every store keeps its promises, each opened empty. */
export const databases: readonly { readonly name: string; readonly open: () => Promise<TestDatabase> }[] = [
  { name: "SQLite", open: openFile },
  { name: "PostgreSQL", open: openPostgres },
]

async function openFile(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "signal402-store-"))
  const file = join(folder, "test.db")
  return opened(
    file,
    () => openEmbeddedStore(file),
    async () => rmSync(folder, { recursive: true }),
  )
}

/** A schema of its own for each test: tests share the server and nothing else. */
export async function openPostgres(): Promise<TestDatabase> {
  const url = await postgresUrl()
  const schema = `test_${randomUUID().replaceAll("-", "")}`
  return opened(
    schema,
    () => openPostgresStore({ url, schema, onFault: () => undefined }),
    (store) => dropSchema(store, schema),
  )
}

async function dropSchema(store: Store, schema: string): Promise<void> {
  await sql`drop schema ${sql.id(schema)} cascade`.execute(store)
}

async function opened(
  name: string,
  open: () => Promise<Store>,
  forget: (store: Store) => Promise<void>,
): Promise<TestDatabase> {
  const store = await open()
  const others: Store[] = []
  return {
    store,
    name,
    async another() {
      const other = await open()
      others.push(other)
      return other
    },
    async close() {
      for (const other of others) await other.destroy()
      await forget(store)
      await store.destroy()
    },
  }
}

let database: Promise<string> | null = null

/** The database of this worker. */
export function postgresUrl(): Promise<string> {
  return (database ??= newDatabase(randomUUID().slice(0, 8)))
}
