import { closeSync, fdatasync, openSync } from "node:fs"
import { promisify } from "node:util"
import { sql } from "kysely"
import { batchLoader } from "@/lib/domain/batch-loader"
import { isPostgres } from "./dialect"
import type { Store } from "./open-store"

/* When a write is on disk. */

/**
 * Runs a transaction and resolves when it is on disk. A commit with `synchronous=FULL` does the same, but blocks the
 * only thread of the server until the disk has answered; here the disk works while the next request is served.
 *
 * The transaction is committed, and therefore visible, before it is on disk: when the flush fails, this rejects and the
 * rows stay.
 *
 * @see https://www.sqlite.org/wal.html#performance_considerations
 */
export async function durable<T>(store: Store, write: (transaction: Store) => Promise<T>): Promise<T> {
  const value = await relaxed(store, (db) => (db.isTransaction ? write(db) : db.transaction().execute(write)))
  if (!isPostgres(store)) await flush(store)
  return value
}

const syncToDisk = promisify(fdatasync)

/**
 * The last step of a commit with `FULL`: flushes the log to which commits are appended. Only the disk is waited for in another
 * thread: opening a file of which the path is known takes less time than the way to that thread.
 */
async function flush(store: Store): Promise<void> {
  const file = files.get(store) ?? (await fileOf(store))
  files.set(store, file)
  if (file === IN_MEMORY) return
  const log = openSync(`${file}-wal`, "r+")
  try {
    await syncToDisk(log)
  } finally {
    closeSync(log)
  }
}

const files = new WeakMap<Store, string>()
const IN_MEMORY = ""

/** @see https://www.sqlite.org/pragma.html#pragma_database_list */
async function fileOf(store: Store): Promise<string> {
  const { rows } = await sql<{ name: string; file: string }>`PRAGMA database_list`.execute(store)
  return rows.find(({ name }) => name === "main")?.file ?? IN_MEMORY
}

/**
 * Runs a write that a power failure may undo, for rows that a later step makes durable or finds again. The
 * next commit that is not relaxed writes them to disk as well, because the log is in order.
 *
 * Writes of one turn of the event loop share a transaction, which halves the cost of a write (`npm run bench --
 * payments`). An error of one write does not affect the others. `write` may run twice, the first time rolled back.
 *
 * PostgreSQL groups the flushes of concurrent commits by itself, so there it is an ordinary write.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export async function relaxed<T>(store: Store, write: (store: Store) => Promise<T>): Promise<T> {
  if (isPostgres(store)) return write(store)
  const load = groups.get(store) ?? batchLoader((writes: readonly Write[]) => writeAll(store, writes), WRITES)
  groups.set(store, load)
  // Each caller receives the result of its own write, which the types of a group cannot express.
  return (await load(write)) as T
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
