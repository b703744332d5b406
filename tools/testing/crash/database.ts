import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { openPostgresStore } from "@/lib/store/postgres-store"
import type { ProcessArgs } from "./process-args"

/** The database of all processes of one run. */
export type RunDatabase = {
  readonly location: ProcessArgs["database"]
  readonly store: Store
  /** Lets enough time pass that the lease of a dead process expires. */
  readonly forgetTheDead: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openFileDatabase(): Promise<RunDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "signal402-crash-"))
  const location = join(folder, "server.db")
  const store = await openEmbeddedStore(location)
  return {
    location,
    store,
    forgetTheDead: () => Promise.resolve(),
    async close() {
      await store.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A schema of its own on a PostgreSQL server. */
export async function openSharedDatabase(url: string): Promise<RunDatabase> {
  const schema = `crash_${randomUUID().replaceAll("-", "")}`
  const store = await openPostgresStore({ url, schema, onFault: () => undefined })
  return {
    location: { url, schema },
    store,
    async forgetTheDead() {
      await store.updateTable("leases").set({ until_ms: 0 }).execute()
      await store
        .updateTable("payments")
        .set({ claimed_until_ms: 0 })
        .where("state", "in", ["claimed", "answered"])
        .execute()
    },
    async close() {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(store)
      await store.destroy()
    },
  }
}
