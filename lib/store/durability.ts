import { sql, SqliteAdapter } from "kysely"
import type { Store } from "./open-store"

/**
 * Writes that a power failure may take back, for rows which something later makes durable or finds out again. The
 * next commit that is not relaxed carries them to the disk with it: the log is written in order.
 *
 * PostgreSQL groups the flushes of concurrent commits by itself, so there it is an ordinary write.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export function relaxed<T>(store: Store, write: (store: Store) => Promise<T>): Promise<T> {
  if (!(store.getExecutor().adapter instanceof SqliteAdapter)) return write(store)
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
