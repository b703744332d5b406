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
/** A migration takes as long as its table is large, and whoever waits for its turn as well; for locks it waits no longer. */
const TO_MIGRATE = ["set statement_timeout to 0", `set lock_timeout to ${STATEMENT_TIMEOUT_MS}`]

/** Opens a PostgreSQL database and brings it up to date. Processes may start at once: migrations take turns. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const migrating = connect({ ...options, connections: 1, settings: TO_MIGRATE })
  try {
    await migrate(migrating, { schema: options.schema })
  } finally {
    await migrating.destroy()
  }
  return connect({ ...options, connections: CONNECTIONS, settings: [] })
}

type ConnectOptions = PostgresOptions & {
  readonly connections: number
  /** Statements with which each connection begins. */
  readonly settings: readonly string[]
}

function connect({ url, schema, onFault, connections, settings }: ConnectOptions): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
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
      for (const setting of [`set search_path to "${schema}"`, ...settings]) {
        await connection.executeQuery(CompiledQuery.raw(setting))
      }
    },
  })
  return new Kysely<Tables>({ dialect })
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
