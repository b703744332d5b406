import { join } from "node:path"
import type { Channel } from "./channel"
import { openEmbeddedStore, type Store } from "./open-store"
import { openPostgresChannel } from "./postgres-channel"
import { openPostgresStore, type PostgresOptions } from "./postgres-store"

/** Where a deployment keeps what it knows. Sandbox and live have nothing in common, in a folder or in a database. */
export type Place = {
  readonly mode: "sandbox" | "live"
  readonly dataDir: string
  /** Absent: the embedded database, which is one process's own. */
  readonly databaseUrl: string | null
}

type OnFault = PostgresOptions["onFault"]

/** Opens the database of a deployment and brings it up to date. */
export function openStoreAt({ mode, dataDir, databaseUrl }: Place, onFault: OnFault): Promise<Store> {
  if (databaseUrl === null) return openEmbeddedStore(join(dataDir, `${mode}.db`))
  return openPostgresStore({ url: databaseUrl, schema: schemaOf(mode), onFault })
}

/** The calls between processes that share a database; `null` where only one can have it. */
export function openChannelAt({ mode, databaseUrl }: Place, store: Store, onFault: OnFault): Channel | null {
  if (databaseUrl === null) return null
  return openPostgresChannel(store, { url: databaseUrl, schema: schemaOf(mode), onFault })
}

function schemaOf(mode: Place["mode"]): string {
  return `signal402_${mode}`
}
