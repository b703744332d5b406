import { createHash } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { encodePaymentSignatureHeader } from "@x402/core/http"
import { BatchSettlementEvmScheme, computeChannelId, signVoucher } from "@x402/evm/batch-settlement/client"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { verifyChain } from "@/lib/domain/track-record/chain-check"
import { publish } from "@/lib/domain/track-record/export-record"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { createAlertStore } from "@/lib/store/alert-store"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { createSqlSealedStore } from "@/lib/store/sql-sealed-store"
import { createSqlChannelLedger } from "@/lib/x402/ledger/channels/sql-channel-ledger"
import { openSandbox, type SandboxEnvironment } from "@/tools/cli/sandbox-environment"
import { untilSold } from "@/tools/cli/until-sold"
import { readChallenge } from "@/tools/testing/payments/x402-terms"
import { type Payer, signFor } from "@/tools/testing/payments/x402-payer"

/* data/README.md says what the folder has. */

const DATA = "tools/testing/old-data/data"
const ORIGIN = "http://localhost:3402"
const NETWORK = "eip155:8453"

const Hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)])
const buyers = z
  .object({
    exactKey: Hex,
    sessionKey: Hex,
    voucherKey: Hex,
    salt: Hex,
    soldProof: z.string(),
    openProof: z.string(),
    watch: z.string(),
  })
  .parse(JSON.parse(readFileSync(join(DATA, "buyers.json"), "utf8")))

const dataDir = mkdtempSync(join(tmpdir(), "signal402-old-data-"))
let sandbox: SandboxEnvironment
let server: Server
let runtime: Runtime
let service = ""

/** What the migrated database has before the service changes a row. */
let migrated: Awaited<ReturnType<typeof readMigrated>>

beforeAll(async () => {
  mkdirSync(join(dataDir, "chain"))
  copyFileSync(join(DATA, "chain-keys.json"), join(dataDir, "chain/chain-keys.json"))
  for (const [from, to] of [
    ["sandbox.db.gz", "sandbox.db"],
    ["chain-state.json.gz", "chain/chain-state.json"],
  ] as const) {
    writeFileSync(join(dataDir, to), gunzipSync(readFileSync(join(DATA, from))), { mode: 0o600 })
  }
  const store = await openEmbeddedStore(join(dataDir, "sandbox.db"))
  migrated = await readMigrated(store)
  await store.destroy()
  sandbox = await openSandbox({ dataDir, origin: ORIGIN, fresh: false })
  Object.assign(process.env, sandbox.variables, { SANDBOX_REPLAY_DAYS: "0" })
  const { apiRoutes } = await import("@/lib/server/runtime/api-routes")
  const { createFastPath } = await import("@/lib/server/http/fast-path/fast-path")
  const { routeOptions } = await import("@/lib/server/runtime/routes")
  runtime = await (await import("@/lib/server/runtime/runtime")).runtime()
  const onError = (cause: unknown) => {
    throw cause
  }
  const options = { routes: apiRoutes, origin: ORIGIN, clientHeader: null, routeOptions, onError }
  server = createServer(createFastPath(options)).listen(0)
  service = `http://localhost:${(server.address() as AddressInfo).port}`
  await untilSold(service)
}, 120_000)

afterAll(async () => {
  server.close()
  server.closeAllConnections()
  const { settler, sessions, sealingJob, anchorJob, scheduler } = runtime
  await Promise.all([settler.stop(), sessions?.stop(), sealingJob.stop(), anchorJob.stop(), scheduler.stop()])
  await sandbox.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function readMigrated(store: Store) {
  return {
    payments: await store.selectFrom("payments").selectAll().orderBy("seq").execute(),
    channels: await createSqlChannelLedger(store).watched(0, 10),
    watch: await createAlertStore(store).find(buyers.watch),
    sealed: await createSqlSealedStore(store).list(),
  }
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

test("payments, channels, watches and the sealed record are read after the migrations", () => {
  const { payments, channels, watch, sealed } = migrated
  expect(payments.map(({ state }) => state)).toEqual([...Array.from({ length: 8 }, () => "settled"), "sent"])
  expect(payments.every(({ lost }) => lost === null)).toBe(true)
  expect(channels.map(({ charged, published, lost }) => ({ charged, published, lost }))).toEqual([
    { charged: 200_000n, published: 200_000n, lost: 0n },
    { charged: 50_000n, published: 50_000n, lost: 0n },
  ])
  expect(watch).toMatchObject({ conditions: ["direction:BTC", "below:BTC:1"], status: "active" })
  expect(watch?.payer, "old watches have no payer of their own").toBe(watch?.owner)
  const records = sealed.map((record) => publish(record, Date.now()))
  expect(verifyChain(records, sha256)).toMatchObject({ valid: true, records: 18 })
})

test("a payment that was on its way when the old version ended is refused, because its authorization has expired", async () => {
  const { id } = migrated.payments.at(-1) ?? { id: "" }
  const row = () => runtime.store.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirst()
  await expect.poll(async () => (await row())?.state, { timeout: 30_000 }).toBe("refused")
  const before = await balanceOf(buyers.exactKey)
  const again = await fetch(`${service}/api/regime`, { headers: { "PAYMENT-SIGNATURE": buyers.openProof } })
  expect(await again.json()).toMatchObject({ error: "invalid_exact_evm_payload_authorization_valid_before" })
  expect(await balanceOf(buyers.exactKey)).toBe(before)
}, 40_000)

test("an answer that the old version sold is not charged again", async () => {
  const before = await balanceOf(buyers.exactKey)
  const again = await fetch(`${service}/api/signal/BTC`, { headers: { "PAYMENT-SIGNATURE": buyers.soldProof } })
  expect(await again.json()).toMatchObject({ error: "redelivery_window_closed" })
  expect(await balanceOf(buyers.exactKey)).toBe(before)
})

test("the present version sells an answer to a wallet of the old one", async () => {
  const before = await balanceOf(buyers.exactKey)
  const url = `${service}/api/signal/BTC`
  const bought = await fetch(url, { headers: await signFor(url, payerOf(buyers.exactKey)) })
  expect(bought.status).toBe(200)
  expect(await bought.json()).toMatchObject({ coin: "BTC" })
  expect(await balanceOf(buyers.exactKey)).toBe(before - 50_000n)
})

test("a session that was opened at the old version buys", async () => {
  const url = `${service}/api/signal/ETH`
  const { accepts } = await readChallenge(url)
  const accepted = accepts.find(({ scheme }) => scheme === "batch-settlement")
  if (accepted === undefined) throw new Error("No session is offered.")
  const voucherSigner = privateKeyToAccount(buyers.voucherKey)
  const scheme = new BatchSettlementEvmScheme(payerOf(buyers.sessionKey).account, { voucherSigner, salt: buyers.salt })
  const channelConfig = scheme.buildChannelConfig(accepted)
  const channelId = computeChannelId(channelConfig, NETWORK)
  const voucher = await signVoucher(voucherSigner, channelId, "250000", NETWORK)
  const payload = { x402Version: 2, accepted, payload: { type: "voucher", channelConfig, voucher } }
  const bought = await fetch(url, { headers: { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) } })
  expect(bought.status, await bought.clone().text()).toBe(200)
  expect(await createSqlChannelLedger(runtime.store).find(channelId)).toMatchObject({ charged: 250_000n })
})

function payerOf(key: `0x${string}`): Payer {
  const account = privateKeyToAccount(key)
  return { key, account, address: account.address }
}

async function balanceOf(key: `0x${string}`): Promise<bigint> {
  const { asset } = await import("@/lib/server/runtime/runtime").then(({ paymentTerms }) => paymentTerms())
  const { sandboxUsdcAbi } = await import("@/lib/sandbox/chain/contracts")
  return sandboxClient(sandbox.rpcUrl).readContract({
    address: asset,
    abi: sandboxUsdcAbi,
    functionName: "balanceOf",
    args: [payerOf(key).address],
  })
}
