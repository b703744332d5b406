import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { createClaimLease } from "@/lib/x402/ledger/claim-lease"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { openPostgres, postgresUrl } from "@/tools/testing/databases/databases"
import { openExistingStore } from "@/tools/ledger/open-ledger"
import { openEmbeddedStore, type Store } from "./open-store"
import { openPostgresStore } from "./postgres-store"
import { acquireProcessLock } from "./process-lock"

/** The newest migration can run again: it only creates an index. */
const REPEATABLE = "0036_sold_answers"

async function makeOlder(store: Store): Promise<void> {
  await sql`delete from kysely_migration where name = ${REPEATABLE}`.execute(store)
  await store.schema.dropIndex("payments_sold_answers").execute()
}

const isUpToDate = async (store: Store) => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration where name = ${REPEATABLE}`.execute(
    store,
  )
  return rows.length === 1
}

test("PostgreSQL: while a process of the older version lives, a newer one does not start and changes nothing", async () => {
  const { store, name, close } = await openPostgres()
  const open = async (upgradeWaitMs: number) =>
    openPostgresStore({ url: await postgresUrl(), schema: name, onFault: () => undefined, upgradeWaitMs })
  const lease = createClaimLease({ store, ledger: createSqlLedger(store), clock: Date.now })
  await lease.renew()
  await (await open(0)).destroy()
  await makeOlder(store)
  await expect(open(0)).rejects.toMatchObject({
    code: "invalid_config",
    message: expect.stringContaining("a process of the older version still uses the database"),
  })
  expect(await isUpToDate(store)).toBe(false)
  // It ends while the newer one waits.
  const waiting = open(20_000)
  await lease.end()
  await (await waiting).destroy()
  expect(await isUpToDate(store)).toBe(true)
  await close()
})

test("the embedded database: a command of a newer version waits for nobody and changes nothing while the service runs", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-upgrade-"))
  const location = { mode: "sandbox", dataDir, databaseUrl: null } as const
  const giveBack = await acquireProcessLock(location)
  const store = await openEmbeddedStore(join(dataDir, "sandbox.db"))
  const open = () => openExistingStore(location, () => undefined)
  await (await open()).destroy()
  await makeOlder(store)
  await expect(open()).rejects.toMatchObject({ name: "DatabaseInUseError" })
  expect(await isUpToDate(store)).toBe(false)
  giveBack()
  await (await open()).destroy()
  expect(await isUpToDate(store)).toBe(true)
  await store.destroy()
  rmSync(dataDir, { recursive: true })
})
