import { open } from "node:fs/promises"
import { sql } from "kysely"
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
 * Those that come while others are under way share the next transaction: beside a transaction of its own, a write costs
 * half (`npm run bench payments`). None of them fails for another one's fault. `write` may run twice, the first time undone.
 *
 * PostgreSQL groups the flushes of concurrent commits by itself, so there it is an ordinary write.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export function relaxed<T>(store: Store, write: (store: Store) => Promise<T>): Promise<T> {
  if (!isEmbedded(store)) return write(store)
  const group = groups.get(store) ?? createGroup(store)
  groups.set(store, group)
  return group(write)
}

const groups = new WeakMap<Store, Group>()

type Group = <T>(write: (store: Store) => Promise<T>) => Promise<T>

/** `done` tells who asked, once it counts; `alone` does it without the others. */
type Write = {
  readonly together: (db: Store) => Promise<{ readonly done: () => void }>
  readonly alone: (db: Store) => Promise<void>
  readonly fail: (cause: unknown) => void
}

function createGroup(store: Store): Group {
  let waiting: Write[] = []
  let writing = false

  async function writeAll(): Promise<void> {
    writing = true
    while (waiting.length > 0) await withNormal(store, writeNext).catch(failAll)
    writing = false
  }

  async function writeNext(connection: Store): Promise<void> {
    const writes = waiting
    waiting = []
    const [first, ...others] = writes
    if (first !== undefined && others.length === 0) return first.alone(connection)
    const done = await inOneStep(connection, writes).catch(() => null)
    if (done === null) for (const { alone } of writes) await alone(connection)
    else for (const tell of done) tell()
  }

  function failAll(cause: unknown): void {
    for (const { fail } of waiting) fail(cause)
    waiting = []
  }

  return (write) =>
    new Promise((resolve, reject) => {
      waiting.push({
        together: async (db) => {
          const value = await write(db)
          return { done: () => resolve(value) }
        },
        alone: (db) => write(db).then(resolve, reject),
        fail: reject,
      })
      if (!writing) void writeAll()
    })
}

function inOneStep(connection: Store, writes: readonly Write[]): Promise<readonly (() => void)[]> {
  return connection.transaction().execute(async (transaction) => {
    const done: (() => void)[] = []
    for (const { together } of writes) done.push((await together(transaction)).done)
    return done
  })
}

function withNormal(store: Store, write: (connection: Store) => Promise<void>): Promise<void> {
  return store.connection().execute(async (connection) => {
    await normal.execute(connection)
    try {
      await write(connection)
    } finally {
      await full.execute(connection)
    }
  })
}

const normal = sql.raw("PRAGMA synchronous = NORMAL")
const full = sql.raw("PRAGMA synchronous = FULL")
