import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { x402Client } from "@x402/core/client"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { headOf } from "@/lib/chain/head"
import { rememberComingBack } from "@/lib/ledger/coming-back"
import { createHandovers } from "@/lib/ledger/handover"
import { createSqlLedger } from "@/lib/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createRemoteSettler } from "@/lib/payments/remote/remote-settler"
import { openTill } from "@/lib/payments/till"
import { findFreePort } from "@/lib/sandbox/chain/local-port"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { openOfficialShop } from "@/lib/testing/payments/official-shop"
import { btc, CHAIN_ID, newPayer, payloadV2, present, PRICE, terms } from "@/lib/testing/payments/fixtures"
import { authorizeNow, openPaymentWorld, type PaymentWorld } from "@/lib/testing/payments/world"
import { createFacilitatorClient } from "./client"

/* A facilitator in a process of its own, and what settles through it. */

const TOKEN = "a-token-of-the-operator"

let world: PaymentWorld
let incomeBefore: bigint
let at: { readonly url: string; readonly token: string }
let stop: () => Promise<void>

beforeAll(async () => {
  world = await openPaymentWorld()
  const dataDir = mkdtempSync(join(tmpdir(), "facilitator-"))
  const port = await findFreePort()
  const child = spawn(process.execPath, ["--import", "tsx", "lib/cli/facilitator.ts"], {
    env: {
      ...process.env,
      MODE: "sandbox",
      RPC_URL: world.chain.rpcUrl,
      USDC_ADDRESS: world.chain.usdcAddress,
      SETTLER_PRIVATE_KEY: world.chain.settlerPrivateKey,
      PAY_TO: terms.payTo,
      DATA_DIR: dataDir,
      FACILITATOR_PORT: String(port),
      FACILITATOR_TOKEN: TOKEN,
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  at = { url: `http://127.0.0.1:${port}`, token: TOKEN }
  await once(child.stdout, "data")
  stop = async () => {
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    await ended
    rmSync(dataDir, { recursive: true })
  }
}, 60_000)
afterAll(async () => {
  await stop()
  await world.stop()
})
beforeEach(async () => {
  incomeBefore = await world.balanceOf(terms.payTo)
})

const income = async () => (await world.balanceOf(terms.payTo)) - incomeBefore

async function wealthy() {
  const payer = newPayer()
  await world.mint(payer.address)
  return payer
}

test("the official client buys from the official resource server, and we settle", async () => {
  const shop = await openOfficialShop(at)
  const payer = await wealthy()
  const client = x402Client.fromConfig({
    schemes: [{ network: "eip155:8453", client: new ExactEvmScheme(payer) }],
    spendControls: { allowedAssets: true },
  })
  const response = await wrapFetchWithPayment(fetch, client)(shop.url)
  expect([response.status, await response.text()]).toEqual([200, "goods 1"])
  const receipt = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "")
  expect(receipt).toMatchObject({ success: true, network: terms.network })
  expect([await income(), await world.balanceOf(payer.address)]).toEqual([PRICE, 0n])
  await shop.stop()
})

test("where the official resource server asks for Permit2, the official client approves once, and we settle", async () => {
  const shop = await openOfficialShop(at, { assetTransferMethod: "permit2" })
  const payer = await wealthy()
  const client = x402Client.fromConfig({
    schemes: [{ network: "eip155:8453", client: new ExactEvmScheme(payer) }],
    spendControls: { allowedAssets: true },
  })
  const buy = () => wrapFetchWithPayment(fetch, client)(shop.url)
  expect((await buy()).status, "not approved yet").toBe(412)
  expect([await income(), shop.made()]).toEqual([0n, 0])
  await world.approve(payer)
  const response = await buy()
  expect([response.status, await response.text()]).toEqual([200, "goods 1"])
  expect([await income(), await world.balanceOf(payer.address)]).toEqual([PRICE, 0n])
  await shop.stop()
})

test("one signature sent five times to the official resource server is delivered once", async () => {
  const shop = await openOfficialShop(at)
  const payer = await wealthy()
  const authorization = await authorizeNow(payer)
  const { accepted, ...payload } = payloadV2(authorization)
  const header = Buffer.from(JSON.stringify({ ...payload, accepted })).toString("base64")
  const buy = () => fetch(shop.url, { headers: { "PAYMENT-SIGNATURE": header } })
  const responses = await Promise.all(Array.from({ length: 5 }, buy))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await income()).toBe(PRICE)
  await shop.stop()
})

test("our own till settles through it: delivered, in the books of both, the money moved once", async () => {
  const store = await openEmbeddedStore(":memory:")
  const ledger = createSqlLedger(store)
  const settler = createRemoteSettler({
    facilitator: createFacilitatorClient({
      url: at.url,
      authorize: async () => ({ Authorization: `Bearer ${at.token}` }),
      terms,
      fetch: globalThis.fetch,
      clock: Date.now,
    }),
    ledger,
    handovers: createHandovers(store),
    chain: world.usdcChain,
    head: () => headOf(world.client),
    clock: Date.now,
    sleep: timerSleep,
    waitMs: 10_000,
    log: () => undefined,
  })
  const { gate } = await openTill({
    ledger,
    comingBack: rememberComingBack(store),
    chain: world.usdcChain,
    settler,
    chainId: CHAIN_ID,
    terms,
    redeliveryWindowMs: 900_000,
    confirmations: 1,
    clock: Date.now,
    sleep: timerSleep,
    warn: () => undefined,
  })
  const payers = Array.from({ length: 3 }, newPayer)
  await world.mint(...payers.map(({ address }) => address))
  const outcomes = await Promise.all(
    payers.map(async (payer) =>
      gate.pay(present(await authorizeNow(payer)), btc, () => Promise.resolve({ body: payer.address, etag: null })),
    ),
  )
  expect(outcomes).toMatchObject(
    payers.map(({ address }) => ({ kind: "delivered", answer: { body: address }, redelivered: false })),
  )
  expect(await income()).toBe(3n * PRICE)
  await settler.stop()
})
