import { existsSync } from "node:fs"
import { AppError } from "@/lib/domain/errors"
import type { Channel } from "./channel"
import { fileOf, movedMarkOf, schemaOf, type StoreLocation } from "./location"
import type { BeforeUpgrade } from "./migrations"
import { openEmbeddedStore, type Store } from "./open-store"
import { openPostgresChannel } from "./postgres-channel"
import { openPostgresStore, type PostgresOptions } from "./postgres-store"

type OnFault = PostgresOptions["onFault"]

/** `beforeUpgrade` is for the embedded database; PostgreSQL itself knows its processes. */
type OpenOptions = Pick<PostgresOptions, "startTimeoutMs"> & { readonly beforeUpgrade?: BeforeUpgrade }

/**
 * Opens the database of a deployment and migrates it.
 *
 * @throws {LeftBehindError} in live mode, where an empty one would take the location of a ledger in the folder.
 * @throws {MovedAwayError} in live mode, where the ledger in the folder is a copy that was left by `moveToPostgres`.
 */
export async function openStore(
  location: StoreLocation,
  onFault: OnFault,
  { startTimeoutMs = 0, beforeUpgrade }: OpenOptions = {},
): Promise<Store> {
  const { mode, databaseUrl } = location
  const file = fileOf(location)
  if (databaseUrl === null) {
    if (mode === "live" && existsSync(movedMarkOf(location))) throw new MovedAwayError(movedMarkOf(location))
    return openEmbeddedStore(file, beforeUpgrade)
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

/** The calls between processes that share a database; `null` where only one can have it. */
export function openChannel({ mode, databaseUrl }: StoreLocation, store: Store, onFault: OnFault): Channel | null {
  if (databaseUrl === null) return null
  return openPostgresChannel(store, { url: databaseUrl, schema: schemaOf(mode), onFault })
}

/** Whether anything was sold or sealed in this database. */
export async function hasSalesOrSeals(store: Store): Promise<boolean> {
  const payment = await store.selectFrom("payments").select("id").limit(1).executeTakeFirst()
  const seal = await store.selectFrom("sealed_signals").select("id").limit(1).executeTakeFirst()
  return payment !== undefined || seal !== undefined
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
