import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { createRedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import { type Authorization, paymentId } from "@/lib/x402/ledger/payment"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createPaymentService, type PaymentService } from "@/lib/x402/payment-service"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { onFullDisk } from "@/tools/testing/databases/full-disk"
import { btc, CHAIN_ID, newPayer, present, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"

/*
 * A service whose disk is full at one of its writes, and has space again later.
 */

let setup: PaymentSetup
let folder: string
let store: Store
let service: PaymentService
let good: Authorization
let incomeBefore: bigint
let broadcasts: number
/** How many writes still succeed. */
let writesLeft: number

beforeAll(async () => {
  setup = await openPaymentSetup()
}, 30_000)
afterAll(() => setup.stop())

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signal402-full-disk-"))
  store = await openEmbeddedStore(join(folder, "live.db"))
  broadcasts = 0
  writesLeft = Number.POSITIVE_INFINITY
  const chain: UsdcChain = {
    ...setup.usdcChain,
    broadcast: (raw) => {
      broadcasts += 1
      return setup.usdcChain.broadcast(raw)
    },
  }
  service = await createPaymentService({
    ledger: createSqlLedger(onFullDisk(store, () => --writesLeft < 0)),
    chain,
    settlerPrivateKey: setup.chain.settlerPrivateKey,
    chainId: CHAIN_ID,
    redeliveryStores: createRedeliveryStores(store),
    terms,
    redeliveryWindowMs: 900_000,
    confirmations: 1,
    clock: Date.now,
    sleep: (ms, signal) => timerSleep(ms / 20, signal),
    warn: () => undefined,
  })
  const payer = newPayer()
  await setup.mint(payer.address)
  good = await authorizeNow(payer)
  incomeBefore = await setup.balanceOf(terms.payTo)
})

afterEach(async () => {
  await service.settler.stop()
  await store.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const buy = (body = "{}") => service.gate.pay(present(good), btc, () => Promise.resolve({ body, etag: null }))
const income = async () => (await setup.balanceOf(terms.payTo)) - incomeBefore
const row = () => createSqlLedger(store).find(paymentId({ ...terms, authorization: good }))

/** What a payer receives: `pending` and retryable refusals are 503, and the same proof can be sent again. */
async function expectRetryable(buying: ReturnType<typeof buy>): Promise<void> {
  const outcome = await buying
  if (outcome.kind === "failed") expect(outcome.cause).toMatchObject({ retryable: true })
  else expect(outcome.kind).toBe("pending")
}

async function expectSaleWithDiskSpace(): Promise<void> {
  writesLeft = Number.POSITIVE_INFINITY
  // A claim that could not be released expires.
  await store
    .updateTable("payments")
    .set({ claimed_until_ms: 0 })
    .where("state", "in", ["claimed", "answered"])
    .execute()
  expect((await buy()).kind).toBe("delivered")
  expect(await income()).toBe(PRICE)
}

test.each([
  ["the claim", 0],
  ["the answer", 1],
  ["the record of the transaction", 2],
  ["the transaction itself, after its payments", 3],
])("with a full disk at %s no transaction is broadcast, and the repeated request pays once", async (_, writes) => {
  writesLeft = writes
  await expectRetryable(buy())
  expect([broadcasts, await income()]).toEqual([0, 0n])
  expect(["claimed", "answered", undefined]).toContain((await row())?.state)
  await expectSaleWithDiskSpace()
})

test("with a full disk at the claim the payer hears that nothing was charged", async () => {
  writesLeft = 0
  expect(await buy()).toMatchObject({ kind: "failed", cause: { name: "ClaimNotWrittenError", retryable: true } })
})

test("a claim that could not be released is released once there is space, and does not block its payment for a minute", async () => {
  writesLeft = 1
  await expectRetryable(buy())
  expect((await row())?.state).toBe("claimed")
  writesLeft = Number.POSITIVE_INFINITY
  await expect.poll(async () => (await row())?.state, { timeout: 5_000 }).toBe("released")
  expect((await buy()).kind).toBe("delivered")
})

test("with a full disk at the outcome the payer is served, and the outcome is stored when there is space", async () => {
  writesLeft = 4
  expect((await buy()).kind).toBe("delivered")
  expect([await income(), (await row())?.state]).toEqual([PRICE, "sent"])
  writesLeft = Number.POSITIVE_INFINITY
  await expect.poll(async () => (await row())?.state).toBe("settled")
  expect(broadcasts).toBe(1)
})

test("when SQLite reports a full database no transaction is broadcast, and the repeated request pays once", async () => {
  await sql`pragma max_page_count = 1`.execute(store)
  // Random bytes, because the ledger compresses answers.
  await expectRetryable(buy(randomBytes(150_000).toString("base64")))
  expect([broadcasts, await income()]).toEqual([0, 0n])
  await sql`pragma max_page_count = 1000000`.execute(store)
  await expectSaleWithDiskSpace()
})
