import { encodePaymentSignatureHeader } from "@x402/core/http"
import { signVoucher } from "@x402/evm/batch-settlement/client"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { refundOperationId } from "@/lib/x402/ledger/channels/channel"
import { channelRequirements } from "@/lib/x402/wire/requirements"
import { timerSleep } from "@/lib/outbound/ports"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openChannel } from "@/tools/testing/payments/open-channel"
import {
  openSessionChain,
  openSessionService,
  type SessionChain,
  type SessionService,
} from "@/tools/testing/payments/session-harness"

/* A chain drops blocks with transactions of sessions, and nobody sends these transactions again. */

const wait = { timeout: 40_000, interval: 100 }

let session: SessionChain
let services: SessionService[]
beforeAll(async () => {
  session = await openSessionChain()
}, 30_000)
afterAll(() => session.stop())
beforeEach(() => {
  services = []
})
afterEach(async () => {
  await automine(true)
  for (const service of services) await service.close()
})

type Options = NonNullable<Parameters<typeof openSessionService>[1]>

async function open(options: Options = {}): Promise<SessionService> {
  const service = await openSessionService(session, options)
  services.push(service)
  return service
}

type Opened = Awaited<ReturnType<typeof openChannel>>

/** Asks for a part of the balance, or for all that is left. */
async function refund(
  service: SessionService,
  { key, channelId, channelConfig }: Opened,
  total: bigint,
  amount?: bigint,
) {
  const { network, origin } = service.terms
  const accepted = { ...channelRequirements(service.terms, service.sessions, PRICE), network }
  const voucher = await signVoucher(key, channelId, total.toString(), network)
  const asked = amount === undefined ? {} : { amount: amount.toString() }
  const payload = { x402Version: 2, accepted, payload: { type: "refund", channelConfig, voucher, ...asked } }
  const headers = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) }
  return (await service.request(`${origin}/api/quote/BTC`, { headers })).status
}

const automine = (isOn: boolean) =>
  session.client.request({ method: "evm_setAutomine", params: [isOn] } as unknown as Parameters<
    typeof session.client.request
  >[0])

const operationOf = (service: SessionService, { channelId }: Opened, nonce: bigint) =>
  service.channels.findOperation(refundOperationId(channelId, nonce))

/** The block of a first refund is dropped while the transaction of a second one waits for its block. */
async function dropBelowWaiting(service: SessionService, payer: Opened): Promise<void> {
  expect((await payer.buy(2n * PRICE)).status).toBe(200)
  const snapshot = await session.client.snapshot()
  expect(await refund(service, payer, 2n * PRICE, 2n * PRICE)).toBe(200)
  for (const n of [3n, 4n]) expect((await payer.buy(n * PRICE)).status).toBe(200)
  await automine(false)
  void refund(service, payer, 4n * PRICE)
  await vi.waitFor(async () => expect((await operationOf(service, payer, 1n))?.state).toBe("sent"), wait)
  await timerSleep(300)
  await session.client.revert({ id: snapshot })
  await automine(true)
  await session.client.mine({ blocks: 3 })
}

async function expectBothRefunded(service: SessionService, payer: Opened): Promise<void> {
  await vi.waitFor(async () => expect((await operationOf(service, payer, 1n))?.state).toBe("done"), wait)
  expect((await operationOf(service, payer, 0n))?.state).toBe("done")
  expect(await createChannelChain(session.node).read(payer.channelId)).toMatchObject({
    balance: 4n * PRICE,
    totalClaimed: 4n * PRICE - 1n,
    refundNonce: 2n,
  })
  expect((await openChannel(session, service)).channelId, "another payer's deposit").not.toBe(payer.channelId)
}

test("a transaction whose block was dropped is sent again while the next one waits for it", async () => {
  const service = await open({ job: { replaceAfterMs: 1_000 } })
  const payer = await openChannel(session, service)
  await dropBelowWaiting(service, payer)
  await expectBothRefunded(service, payer)
}, 90_000)

test("the next transaction does not take the nonce of one whose block was dropped", async () => {
  // The chain is not looked at regularly before the next transaction.
  const service = await open({ job: { syncMs: 600_000 } })
  const payer = await openChannel(session, service)
  expect((await payer.buy(2n * PRICE)).status).toBe(200)
  const snapshot = await session.client.snapshot()
  expect(await refund(service, payer, 2n * PRICE, 2n * PRICE)).toBe(200)
  await session.client.revert({ id: snapshot })
  await openChannel(session, service)
  expect(await createChannelChain(session.node).read(payer.channelId)).toMatchObject({ refundNonce: 1n })
}, 60_000)

test("a deposit whose block was dropped is sent again, and its session goes on", async () => {
  const service = await open()
  const snapshot = await session.client.snapshot()
  const payer = await openChannel(session, service)
  await session.client.revert({ id: snapshot })
  // The wallet's money was part of the dropped blocks, too.
  await session.mint(payer.wallet.address)
  const balance = async () => (await createChannelChain(session.node).read(payer.channelId)).balance
  await vi.waitFor(async () => expect(await balance()).toBe(10n * PRICE), wait)
  await vi.waitFor(async () => expect((await payer.buy(2n * PRICE)).status).toBe(200), wait)
}, 60_000)

test("a claim whose block was dropped is sent again", async () => {
  const service = await open({ claims: { thresholdUnits: 1n, intervalMs: 1_000 } })
  const payer = await openChannel(session, service)
  const claimed = async () => (await createChannelChain(session.node).read(payer.channelId)).totalClaimed
  await vi.waitFor(async () => expect(await claimed()).toBe(PRICE - 1n), wait)
  const snapshot = await session.client.snapshot()
  expect((await payer.buy(2n * PRICE)).status).toBe(200)
  await vi.waitFor(async () => expect(await claimed()).toBe(2n * PRICE - 1n), wait)
  await session.client.revert({ id: snapshot })
  expect(await claimed()).toBe(PRICE - 1n)
  await session.client.mine({ blocks: 3 })
  await vi.waitFor(async () => expect(await claimed()).toBe(2n * PRICE - 1n), wait)
}, 90_000)

/** Another process takes over ten minutes later. */
async function restart(service: SessionService): Promise<SessionService> {
  await service.close()
  services = []
  const later = { mined_ms: Date.now() - 600_000 }
  await service.store.updateTable("channel_transactions").set(later).where("state", "=", "mined").execute()
  return open({ store: service.store, terms: { payTo: service.payTo } })
}

test("a process that starts long after the reorganisation sends the dropped transaction first", async () => {
  const service = await open()
  const payer = await openChannel(session, service)
  await dropBelowWaiting(service, payer)
  await expectBothRefunded(await restart(service), payer)
}, 90_000)

test("a missing nonce that no transaction on record has is used by an empty transaction", async () => {
  const service = await open()
  const payer = await openChannel(session, service)
  await dropBelowWaiting(service, payer)
  const { address } = session.account
  const nonce = await session.client.getTransactionCount({ address })
  await service.store.deleteFrom("channel_transactions").where("nonce", "=", nonce).execute()
  const next = await restart(service)
  await vi.waitFor(async () => expect(await session.client.getTransactionCount({ address })).toBe(nonce + 2), wait)
  expect((await openChannel(session, next)).channelId).not.toBe(payer.channelId)
}, 90_000)

test("refunds whose blocks were dropped leave no more to sell than what they can leave in the channel", async () => {
  // Nothing is sent again before the purchases.
  const service = await open({ job: { syncMs: 600_000 } })
  const payer = await openChannel(session, service)
  expect((await payer.buy(2n * PRICE)).status).toBe(200)
  const snapshot = await session.client.snapshot()
  expect(await refund(service, payer, 2n * PRICE, 2n * PRICE)).toBe(200)
  for (const n of [3n, 4n]) expect((await payer.buy(n * PRICE)).status).toBe(200)
  expect(await refund(service, payer, 4n * PRICE, 2n * PRICE)).toBe(200)
  await session.client.revert({ id: snapshot })
  await session.client.mine({ blocks: 4 })
  const sold = []
  for (const n of [5n, 6n, 7n]) sold.push((await payer.buy(n * PRICE)).status)
  expect(sold, "10 less two refunds of 2").toEqual([200, 200, 402])
}, 60_000)

test("a refund counts as gone once a simulation has shown it to the node, although it was never sent", async () => {
  let isFailing = false
  const service = await open({
    wrapChain: (chain) => ({
      ...chain,
      trial: async (calls, gas) => (isFailing ? calls.map(() => false) : chain.trial(calls, gas)),
    }),
  })
  const payer = await openChannel(session, service)
  isFailing = true
  expect(await refund(service, payer, PRICE)).toBe(402)
  expect(await operationOf(service, payer, 0n)).toMatchObject({ state: "failed", transaction: null })
  isFailing = false
  expect((await payer.buy(2n * PRICE)).status).toBe(402)
}, 60_000)
