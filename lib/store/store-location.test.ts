import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createRefundStore } from "@/tools/ledger/refunds"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { openPostgres, postgresUrl } from "@/tools/testing/databases/databases"
import { idOf, mined, payable, purchase, SIGNER, SOLD, transaction } from "@/tools/testing/ledger/fixtures"
import { openEmbeddedStore, type Store } from "./open-store"
import type { StoreLocation } from "./location"
import { moveToPostgres } from "@/tools/ledger/open-ledger"
import { openStore } from "./store-location"
import { DatabaseInUseError, acquireProcessLock } from "./process-lock"

let dataDir: string
let live: StoreLocation
const opened: Store[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-place-"))
  live = { mode: "live", dataDir, databaseUrl: await postgresUrl() }
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.destroy()
  const { store, close } = await openPostgres()
  for (const mode of ["live", "sandbox"]) {
    await sql`drop schema if exists ${sql.id(`signal402_${mode}`)} cascade`.execute(store)
  }
  await close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function open(location: StoreLocation): Promise<Store> {
  const store = await openStore(location, () => undefined)
  opened.push(store)
  return store
}

const move = (location: StoreLocation) => moveToPostgres(location, () => undefined)

/** A settled and refunded sale, a sale in flight, two sealed signals and a candle. */
async function trade(location: StoreLocation): Promise<void> {
  const store = await openStore({ ...location, databaseUrl: null }, () => undefined)
  const ledger = createSqlLedger(store)
  for (const n of [1, 2]) {
    const claim = await ledger.claim(purchase(n), n)
    await ledger.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, n)
    await ledger.markSent(transaction(n), [payable(n)], n)
  }
  await ledger.markSettled([idOf(1)], mined(1), 10)
  const refund = {
    paymentId: idOf(1),
    transaction: "0xaa",
    raw: "0x02aa",
    nonce: 7,
    former: [],
    reason: "a wrong answer",
  } as const
  await createRefundStore(store).begin(refund, 11)
  const seal = { coin: "BTC", decision_time_ms: 1, sealed_at_ms: 2, facts: "{}", nonce: "n", commitment: "c" }
  for (const n of ["1", "2"]) {
    await store
      .insertInto("sealed_signals")
      .values({ ...seal, id: n, prev_hash: `p${n}`, hash: `h${n}` })
      .execute()
  }
  const candle = { source: "a", coin: "BTC", interval: "1h", as_of_ms: 1, fetched_at_ms: 2, open_time_ms: 0 }
  const prices = {
    open_usd: 0.1,
    high_usd: 1e-9,
    low_usd: 3,
    close_usd: 4,
    volume_base: 5,
    taker_buy_volume_base: null,
  }
  await store
    .insertInto("candles")
    .values({ ...candle, ...prices })
    .execute()
  await store.destroy()
}

test("an empty PostgreSQL is refused while the folder has a live ledger with payments", async () => {
  await trade(live)
  const refusal = {
    code: "invalid_config",
    message: expect.stringMatching(/^DATABASE_URL: .*live\.db.*ledger -- move/),
  }
  await expect(open(live)).rejects.toMatchObject(refusal)
})

test("an empty PostgreSQL is opened when the folder's ledger has no payments or is a sandbox's", async () => {
  await (await openEmbeddedStore(join(dataDir, "live.db"))).destroy()
  const sandbox = { ...live, mode: "sandbox" } as const
  await trade(sandbox)
  for (const location of [live, sandbox]) {
    expect(await createSqlLedger(await open(location)).find(idOf(1)), location.mode).toBeNull()
  }
})

test("move copies every row once, the service starts on PostgreSQL, and the old file is refused", async () => {
  await trade(live)
  const before = await openStore({ ...live, databaseUrl: null }, () => undefined)
  opened.push(before)
  expect(await move(live)).toEqual({ payments: 2, seals: 2 })
  const after = await open(live)
  for (const id of [idOf(1), idOf(2)]) {
    expect(await createSqlLedger(after).find(id)).toEqual(await createSqlLedger(before).find(id))
  }
  expect(await createSqlLedger(after).pendingTransactions(SIGNER)).toEqual([transaction(1), transaction(2)])
  expect(await createRefundStore(after).unfinished()).toMatchObject([{ raw: "0x02aa", nonce: 7 }])
  for (const table of ["sealed_signals", "candles"] as const) {
    const rows = (store: Store) => store.selectFrom(table).selectAll().execute()
    expect(await rows(after)).toEqual(await rows(before))
  }
  await expect(move(live)).rejects.toThrow("has payments or sealed calls of its own")
  await expect(open({ ...live, databaseUrl: null }), "the old file is refused").rejects.toMatchObject({
    code: "invalid_config",
    message: expect.stringMatching(/^DATABASE_URL: required.*live\.moved/),
  })
  expect((await createSqlLedger(after).claim(purchase(3), 20)).kind, "new payments are accepted").toBe("claimed")
})

test("a ledger is not moved while a service uses it", async () => {
  await trade(live)
  const giveBack = await acquireProcessLock({ ...live, databaseUrl: null })
  await expect(moveToPostgres(live, () => undefined, { waitMs: 0 })).rejects.toThrow(DatabaseInUseError)
  giveBack()
})
