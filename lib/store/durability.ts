import { open } from "node:fs/promises"
import { sql } from "kysely"
import { batchLoader } from "@/lib/domain/batch-loader"
import { isPostgres } from "./dialect"
import type { Store } from "./open-store"

/**
 * A transaction that is on the disk when this resolves. A commit with `synchronous=FULL` is so, too, but there the
 * server's one thread stands still until the disk has answered; here the disk works while the next request is served.
 *
 * Committed, and therefore seen, before it is on the disk: a flush that fails rejects, and leaves the rows written.
 *
 * @see https://www.sqlite.org/wal.html#performance_considerations
 */
export async function durable<T>(store: Store, write: (transaction: Store) => Promise<T>): Promise<T> {
  const value = await relaxed(store, (db) => (db.isTransaction ? write(db) : db.transaction().execute(write)))
  if (isEmbedded(store)) await flush(store)
  return value
}

/** What `FULL` does at the end of a commit: the log that commits are appended to goes to the disk. */
async function flush(store: Store): Promise<void> {
  const file = files.get(store) ?? (await fileOf(store))
  files.set(store, file)
  if (file === IN_MEMORY) return
  const log = await open(`${file}-wal`, "r+")
  try {
    await log.datasync()
  } finally {
    await log.close()
  }
}

const files = new WeakMap<Store, string>()
const IN_MEMORY = ""

/** @see https://www.sqlite.org/pragma.html#pragma_database_list */
async function fileOf(store: Store): Promise<string> {
  const { rows } = await sql<{ name: string; file: string }>`PRAGMA database_list`.execute(store)
  return rows.find(({ name }) => name === "main")?.file ?? IN_MEMORY
}

function isEmbedded(store: Store): boolean {
  return !isPostgres(store)
}

/**
 * Writes that a power failure may take back, for rows which something later makes durable or finds out again. The
 * next commit that is not relaxed carries them to the disk with it: the log is written in order.
 *
 * Those of one turn of the event loop share a transaction: beside one of its own, a write costs half
 * (`npm run bench payments`). None of them fails for another one's fault. `write` may run twice, the first time undone.
 *
 * PostgreSQL groups the flushes of concurrent commits by itself, so there it is an ordinary write.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export async function relaxed<T>(store: Store, write: (store: Store) => Promise<T>): Promise<T> {
  if (!isEmbedded(store)) return write(store)
  const inCompany = groups.get(store) ?? batchLoader((writes: readonly Write[]) => writeAll(store, writes), WRITES)
  groups.set(store, inCompany)
  // Each hears what its own write answered, which the types of a group do not say.
  return (await inCompany(write)) as T
}

type Write = (store: Store) => Promise<unknown>

const WRITES = { maxBatch: 25, isRolledBack: () => true }

const groups = new WeakMap<Store, (write: Write) => Promise<unknown>>()

function writeAll(store: Store, writes: readonly Write[]): Promise<readonly unknown[]> {
  return withNormal(store, (connection) =>
    writes.length === 1 ? inTurn(connection, writes) : connection.transaction().execute((tx) => inTurn(tx, writes)),
  )
}

async function inTurn(db: Store, writes: readonly Write[]): Promise<readonly unknown[]> {
  const values: unknown[] = []
  for (const write of writes) values.push(await write(db))
  return values
}

function withNormal<T>(store: Store, write: (connection: Store) => Promise<T>): Promise<T> {
  return store.connection().execute(async (connection) => {
    await normal.execute(connection)
    try {
      return await write(connection)
    } finally {
      await full.execute(connection)
    }
  })
}

const normal = sql.raw("PRAGMA synchronous = NORMAL")
const full = sql.raw("PRAGMA synchronous = FULL")
