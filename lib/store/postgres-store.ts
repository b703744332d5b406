import { CompiledQuery, Kysely, PostgresDialect } from "kysely"
import pg from "pg"
import { migrate } from "./migrations"
import type { Store } from "./open-store"
import type { Tables } from "./tables"

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`; the user may create a schema there, or it exists. */
  readonly url: string
  /** Holds all tables, so that sandbox and live never meet in one database. Lower-case letters, digits, underscores. */
  readonly schema: string
  /** Hears of connections that broke; the pool replaces them. */
  readonly onFault: (error: Error) => void
}

const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5_000
/** Nothing here takes longer; who waits for a lock of a dead machine must not wait for ever. */
const STATEMENT_TIMEOUT_MS = 15_000

/** Opens a PostgreSQL database and brings it up to date. Processes may start at once: migrations take turns. */
export async function openPostgresStore({ url, schema, onFault }: PostgresOptions): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: schema,
    // A command that is done ends.
    allowExitOnIdle: true,
    types: typeParsers(),
  })
  // Without listeners a connection that breaks, idle or between two statements, ends the process.
  pool.on("error", () => undefined)
  pool.on("connect", (client) => client.on("error", onFault))
  const dialect = new PostgresDialect({
    pool,
    onCreateConnection: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(`set search_path to "${schema}"`))
    },
  })
  const store = new Kysely<Tables>({ dialect })
  try {
    await migrate(store, { schema })
    return store
  } catch (error) {
    await store.destroy()
    throw error
  }
}

/** `bigint` columns are instants, block numbers and sequences, all within 2^53; amounts are `numeric` and stay text. */
function typeParsers() {
  const parsers = new pg.TypeOverrides()
  parsers.setTypeParser(pg.types.builtins.INT8, toSafeInteger)
  return parsers
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number without loss.`)
  return value
}
