import { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Kysely, PostgresDialect, type PostgresPool } from "kysely"
import pg from "pg"
import { AppError } from "@/lib/domain/errors"
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
  /** Nothing here takes longer than 15 s by default; who waits for a lock of a dead machine must not wait for ever. */
  readonly statementTimeoutMs?: number
  /** Connections of the pool. Default: 10. */
  readonly connections?: number
  /** How long a server that is starting is waited for. Absent: it is an error at once. */
  readonly startTimeoutMs?: number
}

const CONNECTIONS = 10
export const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
/** A migration takes as long as its table is large, and whoever waits for its turn as well; for locks it waits no longer. */
const TO_MIGRATE = ["set statement_timeout to 0", `set lock_timeout to ${STATEMENT_TIMEOUT_MS}`]

/** Opens a PostgreSQL database and brings it up to date. Processes may start at once: migrations take turns. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, startTimeoutMs = 0, connections = CONNECTIONS } = options
  const migrating = connect({ ...options, statementTimeoutMs, connections: 1, silenceMs: 0, settings: TO_MIGRATE })
  try {
    await whenStarted(() => migrate(migrating, { schema: options.schema }), startTimeoutMs)
  } finally {
    await migrating.destroy()
  }
  // The server ends a statement long before.
  const silenceMs = 2 * statementTimeoutMs
  // Not with the login: poolers refuse what they do not know there (https://www.pgbouncer.org/config.html).
  const settings = [`set statement_timeout to ${statementTimeoutMs}`]
  return connect({ ...options, statementTimeoutMs, connections, silenceMs, settings })
}

const START_POLL_MS = 500

/** Waits for a server that is starting: it refuses connections at first, and then says that it cannot serve yet. */
async function whenStarted(connect: () => Promise<void>, timeoutMs: number): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (!isStarting(error) || Date.now() >= deadlineMs) throw error
      await sleep(START_POLL_MS)
    }
  }
}

/** @see https://www.postgresql.org/docs/current/errcodes-appendix.html (57P03: cannot_connect_now) */
function isStarting(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && (cause.code === "ECONNREFUSED" || cause.code === "57P03")) return true
  }
  return false
}

type ConnectOptions = Required<Omit<PostgresOptions, "startTimeoutMs">> & {
  /** A connection on which nothing is heard for longer is given up; 0: never. */
  readonly silenceMs: number
  /** Statements with which each connection begins. */
  readonly settings: readonly string[]
}

function connect(options: ConnectOptions): Store {
  const { url, schema, onFault, connections, silenceMs, settings } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => givenUpAfter(silenceMs),
    // Here, and not in the dialect's own hook: a connection that breaks in that one is never given back to the pool.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: async (client) => {
      // Without a listener a connection that breaks between two statements ends the process.
      client.on("error", onFault)
      for (const setting of [`set search_path to "${schema}"`, ...settings]) await client.query(setting)
    },
    application_name: schema,
    // A command that is done ends.
    allowExitOnIdle: true,
    types: typeParsers(),
  })
  // The same for one that is idle.
  pool.on("error", () => undefined)
  const store = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: saying(pool, onFault) }) })
  pools.set(store, pool)
  return store
}

const pools = new WeakMap<Store, pg.Pool>()

/** Connections of the store's pool, and the requests that wait for one; `null` for a store that is not PostgreSQL. */
export function poolCounts(
  store: Store,
): { readonly total: number; readonly idle: number; readonly waiting: number } | null {
  const pool = pools.get(store)
  if (pool === undefined) return null
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

/** A query without a connection fails with an error of ours, because it may be repeated. */
function saying(pool: pg.Pool, onFault: PostgresOptions["onFault"]): PostgresPool {
  return {
    connect: () =>
      pool.connect().catch((cause: unknown) => {
        if (cause instanceof Error && connectionFault(cause) !== "database_connection_lost") onFault(cause)
        throw new StoreUnavailableError(cause)
      }),
    end: () => pool.end(),
  }
}

/**
 * The name of a fault of a connection: the server has no slot left, no connection of the pool became free in time, or a
 * connection broke.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html (53300: too_many_connections)
 */
export function connectionFault(
  error: Error,
): "database_connections_refused" | "database_pool_exhausted" | "database_connection_lost" {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === "53300") return "database_connections_refused"
    if (cause.message.startsWith("timeout exceeded when trying to connect")) return "database_pool_exhausted"
  }
  return "database_connection_lost"
}

/** The database gives no connection now. */
class StoreUnavailableError extends AppError {
  override readonly name = "StoreUnavailableError"
  readonly code = "data_unavailable"
  override readonly retryable = true

  constructor(cause: unknown) {
    super("The database cannot be reached now. Ask again later.", { cause })
  }
}

/**
 * A machine that vanishes without a word leaves its connections as if they were waiting for an answer, until the kernel
 * gives them up after a quarter of an hour.
 */
function givenUpAfter(silenceMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(silenceMs, () => socket.destroy(new Error("The database is silent.")))
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
