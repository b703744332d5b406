import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "libsql"
import { expect, test } from "vitest"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { openEmbeddedStore } from "./open-store"

const STATES = ["claimed", "answered", "sent", "settled", "released", "refused"] as const

/** Restores the schema of the version with Permit2, with a row of each method in each state. */
function restoreOldSchema(file: string): void {
  const db = new Database(file)
  db.exec(`alter table payments add column method text not null default 'eip3009';
    delete from kysely_migration where name = '0024_one_transfer_method'`)
  for (const method of ["eip3009", "permit2"]) {
    for (const [n, state] of STATES.entries()) {
      db.exec(`insert into payments (id, state, network, asset, payer, pay_to, amount, method, nonce, valid_after_s,
        valid_before_s, signature, endpoint, resource, claim_owner, claimed_until_ms, created_ms, updated_ms)
        values ('${method}/${state}', '${state}', 'eip155:8453', '0x01', '0x02', '0x03', '50000', '${method}', '0x0${n}', 1, 2,
        '0x04', 'signal', 'GET /api/signal/BTC', 'owner', 3, 4, 5)`)
    }
  }
  db.close()
}

test("opening a database with Permit2 payments keeps settled rows and ends open rows", async () => {
  const folder = mkdtempSync(join(tmpdir(), "permit2-rows-"))
  const file = join(folder, "store.db")
  await (await openEmbeddedStore(file)).destroy()
  restoreOldSchema(file)
  const store = await openEmbeddedStore(file)
  const ledger = createSqlLedger(store)
  const found = async (method: string) =>
    Promise.all(
      STATES.map(async (state) => {
        const row = await ledger.find(`${method}/${state}`)
        return `${row?.state} ${row?.reason ?? ""}`.trim()
      }),
    )
  expect(await found("eip3009")).toEqual([...STATES])
  expect(await found("permit2")).toEqual([
    "released permit2_removed",
    "released permit2_removed",
    "refused permit2_removed",
    "settled",
    "released",
    "refused",
  ])
  await store.destroy()
  rmSync(folder, { recursive: true, force: true })
})
