import type pg from "pg"
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely"
import { storeFault } from "./store-fault"

/**
 * Errors after which a connection is of no use, although it may look alive: the server was demoted (25006), is ending or has
 * crashed (57P01 to 57P04), or the connection is broken (class 08).
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNFIT = /^(?:25006|57P0[1-5]|08\w{3})$/

function isUnfit(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && UNFIT.test(error.code)
}

/**
 * A pool that gives no connection that was opened before another one met such an error: after a failover the others are of the
 * same server. `onUnfit` is called once for each of these turns.
 */
export function fitConnections(pool: pg.Pool, onUnfit: () => void): Pick<PostgresPool, "connect"> {
  const openedIn = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  pool.on("connect", (client) => void openedIn.set(client, generation))

  function guarded(client: pg.PoolClient): PostgresPoolClient {
    const own = openedIn.get(client) ?? generation
    async function run(text: string, values: readonly unknown[]): Promise<unknown> {
      try {
        return await client.query(text, [...values])
      } catch (cause) {
        if (isUnfit(cause) && own === generation) {
          generation += 1
          onUnfit()
        }
        throw cause
      }
    }
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
      if (typeof text !== "string") throw new Error("Cursors are not used.")
      return run(text, values)
    }
    return {
      query,
      release: () => client.release(own < generation),
    }
  }

  return {
    async connect() {
      for (;;) {
        const client = await pool.connect()
        if ((openedIn.get(client) ?? 0) >= generation) return guarded(client)
        client.release(true)
      }
    },
  }
}

/** The first statement of each connection asks whether the server accepts writes, as libpq's `target_session_attrs` does. */
export const READ_ONLY = "show transaction_read_only"

/** @throws {ReadOnlyServerError} */
export function requireWritable(answers: pg.QueryResult | readonly pg.QueryResult[]): void {
  const last = [answers].flat().at(-1) as pg.QueryResult<{ transaction_read_only?: string }> | undefined
  if (last?.rows[0]?.transaction_read_only === "on") throw new ReadOnlyServerError()
}

/** A standby, or a primary that was demoted. */
class ReadOnlyServerError extends Error {
  override readonly name = "ReadOnlyServerError"
  readonly code = "25006"

  constructor() {
    super("The database server accepts reads alone. DATABASE_URL must lead to the primary.")
  }
}

export function isReadOnly(error: unknown): boolean {
  return storeFault(error) === "read_only"
}
