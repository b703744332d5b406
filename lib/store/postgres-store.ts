import { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Kysely, PostgresDialect, type PostgresPool } from "kysely"
import pg from "pg"
import { AppError } from "@/lib/domain/errors"
import { type BeforeUpgrade, migrate } from "./migrations"
import { fitConnections, isReadOnly, READ_ONLY, requireWritable } from "./postgres-connections"
import type { Store } from "./open-store"
import type { Tables } from "./tables"
import { untilOldProcessesEnd } from "./upgrade-guard"

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`; the schema exists, or the user may create it. */
  readonly url: string
  /**
   * The schema of all tables, so that sandbox and live are separate in one database. Lower-case letters, digits,
   * underscores.
   */
  readonly schema: string
  /** Receives errors of broken connections; the pool replaces them. */
  readonly onFault: (error: Error) => void
  /** The limit of a statement, by default 15 s, so that no statement waits forever for a lock of a dead machine. */
  readonly statementTimeoutMs?: number
  /** Connections of the pool. Default: 10. */
  readonly connections?: number
  /** How long to wait for a server that is starting. Absent: an error at once. */
  readonly startTimeoutMs?: number
  /** How long an upgrade of the tables waits for processes of the older version that are ending. */
  readonly upgradeWaitMs?: number
}

const CONNECTIONS = 10
/** A connection is replaced after this time, so that a new address of the database is found without a restart. */
const LIFETIME_S = 300
export const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
/**
 * A migration takes longer with the size of a table, and other processes wait for it; waiting for locks has the usual
 * limit.
 */
const MIGRATION_SETTINGS = ["set statement_timeout to 0", `set lock_timeout to ${STATEMENT_TIMEOUT_MS}`]

/** Opens a PostgreSQL database and migrates it. Several processes may start at once: one migrates, the others wait. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, startTimeoutMs = 0, connections = CONNECTIONS } = options
  const migrating = connect({
    ...options,
    statementTimeoutMs,
    connections: 1,
    silenceMs: 0,
    settings: MIGRATION_SETTINGS,
  })
  try {
    const { schema, upgradeWaitMs } = options
    const beforeUpgrade: BeforeUpgrade = (isUpgrade) => untilOldProcessesEnd(migrating, isUpgrade, upgradeWaitMs)
    await retryUntilStarted(() => migrate(migrating, { schema, beforeUpgrade }), startTimeoutMs)
  } finally {
    await migrating.destroy()
  }
  // The server ends a statement much earlier.
  const silenceMs = 2 * statementTimeoutMs
  // Not as start-up parameters: poolers refuse parameters that they do not know
  // (https://www.pgbouncer.org/config.html).
  const settings = [`set statement_timeout to ${statementTimeoutMs}`]
  return connect({ ...options, statementTimeoutMs, connections, silenceMs, settings })
}

const START_POLL_MS = 500

/** Waits for a server that is starting: it refuses connections first, and then reports that it cannot serve yet. */
async function retryUntilStarted(connect: () => Promise<void>, timeoutMs: number): Promise<void> {
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

type ConnectOptions = Required<Omit<PostgresOptions, "startTimeoutMs" | "upgradeWaitMs">> & {
  /** A connection without data for longer is closed; 0: never. */
  readonly silenceMs: number
  /** The first statements of each connection. */
  readonly settings: readonly string[]
}

function connect(options: ConnectOptions): Store {
  const { url, schema, onFault, connections, silenceMs, settings } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => socketWithTimeout(silenceMs),
    // Here, and not in the dialect's hook: a connection that breaks in the hook is never returned to the pool.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: async (client) => {
      // Without a listener a connection that breaks between two statements ends the process.
      client.on("error", onFault)
      requireWritable(await client.query([`set search_path to "${schema}"`, ...settings, READ_ONLY].join("; ")))
    },
    application_name: schema,
    maxLifetimeSeconds: LIFETIME_S,
    // A closed connection has no later errors.
    allowExitOnIdle: true,
    types: typeParsers(),
  })
  // The same for an idle connection.
  pool.on("error", () => undefined)
  const turns = new Set<() => void>()
  const fit = fitConnections(pool, () => turns.forEach((onTurn) => onTurn()))
  const store = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: withFaultReports(fit.connect, onFault), end: () => pool.end() } }),
  })
  pools.set(store, pool)
  unfitListeners.set(store, turns)
  return store
}

const unfitListeners = new WeakMap<Store, Set<() => void>>()

/** Calls back when connections to this database turn out to be of no use, as after a failover. Returns its undoing. */
export function onUnfitConnections(store: Store, callback: () => void): () => void {
  const listeners = unfitListeners.get(store)
  listeners?.add(callback)
  return () => void listeners?.delete(callback)
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
function withFaultReports(
  connect: PostgresPool["connect"],
  onFault: PostgresOptions["onFault"],
): PostgresPool["connect"] {
  return () =>
    connect().catch((cause: unknown) => {
      if (cause instanceof Error && connectionFault(cause) !== "database_connection_lost") onFault(cause)
      throw new StoreUnavailableError(cause)
    })
}

/**
 * The name of a fault of a connection: the server has no slot left, no connection of the pool became free in time, the server
 * accepts no writes, or a connection broke.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html (53300: too_many_connections)
 */
export function connectionFault(
  error: Error,
): "database_connections_refused" | "database_pool_exhausted" | "database_read_only" | "database_connection_lost" {
  if (isReadOnly(error)) return "database_read_only"
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === "53300") return "database_connections_refused"
    if (cause.message.startsWith("timeout exceeded when trying to connect")) return "database_pool_exhausted"
  }
  return "database_connection_lost"
}

/** The database accepts no further connection now. */
class StoreUnavailableError extends AppError {
  override readonly name = "StoreUnavailableError"
  readonly code = "data_unavailable"
  override readonly retryable = true

  constructor(cause: unknown) {
    super("The database cannot be reached now. Ask again later.", { cause })
  }
}

/**
 * When a machine disappears, its connections seem to wait for an answer until the kernel closes them after 15 minutes.
 */
function socketWithTimeout(silenceMs: number): Socket {
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
