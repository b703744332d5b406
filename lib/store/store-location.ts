import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { AppError } from "@/lib/domain/errors"
import type { Channel } from "./channel"
import { fileOf, type StoreLocation } from "./location"
import { hasSalesOrSeals, type MovedRows, moveStore } from "./move-store"
import { openEmbeddedStore, type Store } from "./open-store"
import { openPostgresChannel } from "./postgres-channel"
import { openPostgresStore, type PostgresOptions } from "./postgres-store"
import { acquireProcessLock, type LockTimeout } from "./process-lock"

type OnFault = PostgresOptions["onFault"]

/**
 * Opens the database of a deployment and migrates it.
 *
 * @throws {LeftBehindError} in live mode, where an empty one would take the location of a ledger in the folder.
 * @throws {MovedAwayError} in live mode, where the ledger in the folder is a copy that was left by `moveToPostgres`.
 */
export async function openStore(
  location: StoreLocation,
  onFault: OnFault,
  { startTimeoutMs = 0 }: Pick<PostgresOptions, "startTimeoutMs"> = {},
): Promise<Store> {
  const { mode, databaseUrl } = location
  const file = fileOf(location)
  if (databaseUrl === null) {
    if (mode === "live" && existsSync(movedMarkOf(location))) throw new MovedAwayError(movedMarkOf(location))
    return openEmbeddedStore(file)
  }
  const { databasePool } = location
  const store = await openPostgresStore({
    url: databaseUrl,
    schema: schemaOf(mode),
    onFault,
    startTimeoutMs,
    ...(databasePool !== undefined && { connections: databasePool }),
  })
  if (mode === "sandbox" || !existsSync(file) || (await hasSalesOrSeals(store))) return store
  const left = await openEmbeddedStore(file)
  const isLeftBehind = await hasSalesOrSeals(left)
  await left.destroy()
  if (!isLeftBehind) return store
  await store.destroy()
  throw new LeftBehindError(file)
}

/**
 * The same for a command that only reads the ledger: with a mistyped DATA_DIR it would report that nothing was sold.
 *
 * @throws {NoLedgerError} there is no ledger yet.
 */
export async function openExistingStore(location: StoreLocation, onFault: OnFault): Promise<Store> {
  const file = fileOf(location)
  if (location.databaseUrl === null && !existsSync(file)) throw new NoLedgerError(file)
  return openStore(location, onFault)
}

/**
 * Copies the embedded database of a deployment, whose service has ended, to its PostgreSQL.
 *
 * @throws {DatabaseInUseError}
 */
export async function moveToPostgres(
  location: StoreLocation,
  onFault: OnFault,
  patience: LockTimeout = {},
): Promise<MovedRows> {
  const { mode, databaseUrl } = location
  if (databaseUrl === null) throw new Error("DATABASE_URL: required; it says where to move to.")
  const file = fileOf(location)
  if (!existsSync(file)) throw new NoLedgerError(file)
  const giveBack = await acquireProcessLock({ ...location, databaseUrl: null }, patience)
  const from = await openEmbeddedStore(file)
  const to = await openPostgresStore({ url: databaseUrl, schema: schemaOf(mode), onFault })
  try {
    const moved = await moveStore(from, to)
    writeFileSync(movedMarkOf(location), `${new Date().toISOString()}\n`)
    return moved
  } finally {
    await to.destroy()
    await from.destroy()
    giveBack()
  }
}

/**
 * A mark beside the file of a moved database: the file lacks the sales since the move, and its settler's nonces are
 * outdated.
 */
function movedMarkOf({ mode, dataDir }: StoreLocation): string {
  return join(dataDir, `${mode}.moved`)
}

/** The calls between processes that share a database; `null` where only one can have it. */
export function openChannel({ mode, databaseUrl }: StoreLocation, store: Store, onFault: OnFault): Channel | null {
  if (databaseUrl === null) return null
  return openPostgresChannel(store, { url: databaseUrl, schema: schemaOf(mode), onFault })
}

function schemaOf(mode: StoreLocation["mode"]): string {
  return `signal402_${mode}`
}

export class NoLedgerError extends AppError {
  override readonly name = "NoLedgerError"
  readonly code = "invalid_config"

  constructor(file: string) {
    super(`DATA_DIR: it holds no ledger, the file ${file} is missing. The service begins one at its first start.`, {
      details: { file },
    })
  }
}

class LeftBehindError extends AppError {
  override readonly name = "LeftBehindError"
  readonly code = "invalid_config"

  constructor(file: string) {
    super(
      `DATABASE_URL: the database is empty, and ${file} has payments or sealed calls. npm run ledger -- move copies them ` +
        "there; to start with an empty ledger, take the file out of DATA_DIR.",
      { details: { file } },
    )
  }
}

class MovedAwayError extends AppError {
  override readonly name = "MovedAwayError"
  readonly code = "invalid_config"

  constructor(mark: string) {
    super(
      "DATABASE_URL: required, because the ledger in DATA_DIR was moved to PostgreSQL, and what is left there does not know " +
        `what was sold since. To start with that copy anyway, remove ${mark}.`,
      { details: { mark } },
    )
  }
}
