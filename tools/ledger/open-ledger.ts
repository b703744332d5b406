import { existsSync, writeFileSync } from "node:fs"
import { AppError } from "@/lib/domain/errors"
import { fileOf, movedMarkOf, schemaOf, type StoreLocation } from "@/lib/store/location"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { openPostgresStore, type PostgresOptions } from "@/lib/store/postgres-store"
import { acquireProcessLock, type LockTimeout } from "@/lib/store/process-lock"
import { openStore } from "@/lib/store/store-location"
import { type MovedRows, moveStore } from "./move-store"

type OnFault = PostgresOptions["onFault"]

/**
 * Opens a ledger that exists. With a mistyped DATA_DIR it would report that nothing was sold.
 *
 * @throws {NoLedgerError} there is no ledger yet.
 * @throws {DatabaseInUseError} the tables are of an older version, and its service runs.
 */
export async function openExistingStore(location: StoreLocation, onFault: OnFault): Promise<Store> {
  const file = fileOf(location)
  if (location.databaseUrl === null && !existsSync(file)) throw new NoLedgerError(file)
  // The service of an older version cannot read the tables of this one.
  const beforeUpgrade = async () => (await acquireProcessLock(location, { waitMs: 0 }))()
  return openStore(location, onFault, { beforeUpgrade })
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

export class NoLedgerError extends AppError {
  override readonly name = "NoLedgerError"
  readonly code = "invalid_config"

  constructor(file: string) {
    super(`DATA_DIR: it holds no ledger, the file ${file} is missing. The service begins one at its first start.`, {
      details: { file },
    })
  }
}
