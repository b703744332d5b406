import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http"
import { type Abi, encodeAbiParameters, type Hex, keccak256, parseEther, toHex } from "viem"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { nextBaseFee } from "@/lib/x402/chain/transactions"
import { createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { auditSessions } from "@/tools/ledger/audit-sessions"
import { claimTotalOf } from "@/lib/x402/ledger/channels/channel"
import { ALL_TIME, salesOf } from "@/tools/ledger/sales"
import { revenueBy } from "@/tools/ledger/revenue"
import sandboxBatchSettlement from "@/tools/sandbox/chain/artifacts/SandboxBatchSettlement.json"
import { timerSleep } from "@/lib/outbound/ports"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openChannel } from "@/tools/testing/payments/open-channel"
import {
  openSessionChain,
  openSessionService,
  type SessionChain,
  type SessionService,
  type SessionServiceOptions,
} from "@/tools/testing/payments/session-harness"

const abi = sandboxBatchSettlement.abi as Abi
const WITHDRAW_DELAY_S = 900
const wait = { timeout: 30_000, interval: 100 }

let session: SessionChain
let service: SessionService | null = null
beforeAll(async () => {
  session = await openSessionChain()
}, 30_000)
afterEach(async () => {
  await setEther("100")
  await service?.close()
  service = null
})
afterAll(() => session.stop())

async function open(options: SessionServiceOptions): Promise<SessionService> {
  service = await openSessionService(session, options)
  return service
}

const setEther = (ether: string) =>
  session.client.setBalance({ address: session.account.address, value: parseEther(ether) })
const schemesOf = (response: Response) =>
  decodePaymentRequiredHeader(response.headers.get("PAYMENT-REQUIRED") ?? "").accepts.map(({ scheme }) => scheme)

test("without ether for claims no voucher is sold and no session offered, until the ether is back", async () => {
  const opened = await open({ job: { etherFreshMs: 200 } })
  const { state, terms, request, job } = opened
  const { buy } = await openChannel(session, opened)
  await setEther("0")
  await vi.waitFor(() => expect(job.status().gas.state).toBe("empty"), wait)
  const served = state.served
  const refused = await buy(2n * PRICE)
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "10"])
  expect(await refused.json()).toMatchObject({ charged: "no", detail: expect.stringContaining("Sessions are paused") })
  expect(state.served, "no answer was computed").toBe(served)
  expect(schemesOf(await request(`${terms.origin}/api/quote/BTC`))).toEqual(["exact"])
  await setEther("1")
  await vi.waitFor(() => expect(job.status().isSelling).toBe(true), wait)
  expect(schemesOf(await request(`${terms.origin}/api/quote/BTC`))).toEqual(["exact", "batch-settlement"])
  expect((await buy(2n * PRICE)).status).toBe(200)
}, 60_000)

test("a voucher whose signature has the recovery id 0 or 1 is claimed", async () => {
  const opened = await open({ claims: { thresholdUnits: 1n, intervalMs: 1_000 } })
  const { channelId, buy } = await openChannel(session, opened)
  const chain = createChannelChain(session.node)
  for (const total of [2n * PRICE, 3n * PRICE]) {
    expect((await buy(total, "BTC", withRecoveryId)).status).toBe(200)
    await vi.waitFor(async () => expect((await chain.read(channelId)).totalClaimed).toBe(claimTotalOf(total)), wait)
  }
}, 90_000)

function withRecoveryId(signature: Hex): Hex {
  return `0x${signature.slice(2, 130)}${signature.endsWith("1b") ? "00" : "01"}`
}

test("while gas is too dear for the least deposit, no session is offered, nothing is claimed and no refund sent", async () => {
  let etherPriceUsd = 3_000
  const opened = await open({
    guard: { profit: { maxShare: 0.5, etherPriceUsd: () => etherPriceUsd } },
    claims: { thresholdUnits: 1n, intervalMs: 1 },
  })
  const { channels, job, request, terms } = opened
  const url = `${terms.origin}/api/quote/BTC`
  const payer = await openChannel(session, opened)
  etherPriceUsd = 10 ** 12
  expect(schemesOf(await request(url))).toEqual(["exact"])
  expect((await payer.buy(2n * PRICE)).status, "open sessions go on").toBe(200)
  // The least deposit is worth its gas, and the purchases are not worth that of a refund.
  const gwei = 10 ** 9
  etherPriceUsd = (0.12 * gwei * gwei) / (140_000 * Number(await nextBaseFee(session.client)))
  expect(schemesOf(await request(url))).toEqual(["exact", "batch-settlement"])
  await expect(payer.scheme.refund(url, { fetch: request })).rejects.toThrow(/503/)
  etherPriceUsd = 10 ** 12
  // Two checks for due claims.
  await timerSleep(2_500)
  expect(await channels.find(payer.channelId)).toMatchObject({ onChain: { totalClaimed: 0n }, refundOperation: null })
  expect(job.status().isSelling).toBe(true)
  etherPriceUsd = 0.01
  expect(schemesOf(await request(url))).toEqual(["exact", "batch-settlement"])
  const claimed = async () => (await channels.find(payer.channelId))?.onChain.totalClaimed
  await vi.waitFor(async () => expect(await claimed()).toBe(claimTotalOf(2n * PRICE)), wait)
}, 60_000)

/** Withdraws everything that is not claimed, after the delay. */
async function withdraw({ wallet, channelConfig }: Awaited<ReturnType<typeof openChannel>>): Promise<void> {
  const { client } = session
  await client.setBalance({ address: wallet.address, value: parseEther("1") })
  const call = { abi, address: BATCH_SETTLEMENT, account: wallet } as const
  const begun = await client.writeContract({
    ...call,
    functionName: "initiateWithdraw",
    args: [channelConfig, 10n * PRICE],
  })
  await client.waitForTransactionReceipt({ hash: begun })
  await client.increaseTime({ seconds: WITHDRAW_DELAY_S + 1 })
  const ended = await client.writeContract({ ...call, functionName: "finalizeWithdraw", args: [channelConfig] })
  await client.waitForTransactionReceipt({ hash: ended })
}

test("while the service is paused no voucher and no deposit is sold, and a sold answer is still fetched", async () => {
  const opened = await open({})
  const { state, buyer } = opened
  const { buy } = await openChannel(session, opened)
  const wallet = await session.newWallet()
  const { client } = buyer(wallet)
  const required = decodePaymentRequiredHeader(
    (await opened.request(`${opened.terms.origin}/api/quote/BTC`)).headers.get("PAYMENT-REQUIRED") ?? "",
  )
  const accepts = required.accepts.filter(({ scheme }) => scheme === "batch-settlement")
  const deposit = await client.createPaymentPayload({ ...required, accepts })
  state.pause = { part: "store", why: "the disk is full", code: "data_unavailable", retryAfterS: 5 }
  const served = state.served
  const headers = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(deposit) }
  const responses = [await buy(2n * PRICE), await opened.request(`${opened.terms.origin}/api/quote/BTC`, { headers })]
  expect(responses.map(({ status }) => status)).toEqual([503, 503])
  expect([state.served, await session.balanceOf(wallet.address)]).toEqual([served, 10_000_000n])
  expect((await buy(PRICE)).status).toBe(200)
})

test("vouchers are claimed although the transfer to the payee fails, sales stop at the limit, and the transfer follows", async () => {
  const { chain: sandbox, client } = session
  const claims = { intervalMs: 500, thresholdUnits: 1n }
  const opened = await open({ claims, job: { maxUnclaimedUnits: 2n * PRICE - 1n } })
  const { job, payTo, events } = opened
  // The contract has no tokens for a while, so that every transfer reverts, as those to a blacklisted payee do.
  const words = [{ type: "address" }, { type: "uint256" }] as const
  const index = keccak256(encodeAbiParameters(words, [BATCH_SETTLEMENT, 0n]))
  const hold = (units: bigint) =>
    client.setStorageAt({ address: sandbox.usdcAddress, index, value: toHex(units, { size: 32 }) })
  const payer = await openChannel(session, opened)
  await vi.waitFor(async () => expect(await session.balanceOf(payTo)).toBe(claimTotalOf(PRICE)), wait)
  await vi.waitFor(() => expect(job.status().exposure.unclaimed).toBe(0n), wait)
  const held = await session.balanceOf(BATCH_SETTLEMENT)
  await hold(0n)
  expect((await payer.buy(2n * PRICE)).status).toBe(200)
  const chain = createChannelChain(session.node)
  const claimed = async () => (await chain.read(payer.channelId)).totalClaimed
  await vi.waitFor(async () => expect(await claimed()).toBe(claimTotalOf(2n * PRICE)), wait)
  await vi.waitFor(() => expect(job.status().blockedUnits).toBe(PRICE), wait)
  expect(events).toContain("session_transfer_failed")
  const refused = await payer.buy(3n * PRICE)
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining("the payee cannot receive")])
  await hold(held)
  await vi.waitFor(async () => expect(await session.balanceOf(payTo)).toBe(claimTotalOf(2n * PRICE)), wait)
  await vi.waitFor(() => expect(job.status()).toMatchObject({ blockedUnits: 0n, isSelling: true }), wait)
}, 60_000)

test("when no claim can be sent, at most the limit is lost; it is booked as lost, and no hopeless claim is sent", async () => {
  const limit = 3n * PRICE
  const opened = await open({
    withdrawDelayS: WITHDRAW_DELAY_S,
    claims: { maxChannelUnits: limit },
    job: { lossAfterMs: 500 },
  })
  const payer = await openChannel(session, opened)
  // The service learns only later that the ether is gone.
  await setEther("0")
  const sold = [await payer.buy(2n * PRICE), await payer.buy(3n * PRICE), await payer.buy(4n * PRICE)]
  expect(sold.map(({ status }) => status)).toEqual([200, 200, 503])
  await withdraw(payer)
  await vi.waitFor(() => expect(opened.events).toContain("session_charges_lost"), wait)
  expect(await opened.channels.find(payer.channelId)).toMatchObject({ lost: limit, unclaimedSinceMs: null })

  const rows = await revenueBy("day", salesOf(opened.store, { ...ALL_TIME, network: opened.terms.network }))
  expect(rows).toMatchObject([{ sales: 3, amount: 0n, lost: limit }])
  const parties = { network: opened.terms.network, payTo: opened.payTo, token: session.chain.usdcAddress }
  const audit = await auditSessions(opened.store, createChannelChain(session.node), parties)
  expect(audit).toMatchObject({ totals: { charged: limit, claimed: 0n, lost: limit }, differences: [] })

  const address = session.account.address
  const nonce = await session.client.getTransactionCount({ address })
  await setEther("1")
  await vi.waitFor(() => expect(opened.job.status().isSelling).toBe(true), wait)
  // Two checks for due claims.
  await timerSleep(2_500)
  expect(await session.client.getTransactionCount({ address })).toBe(nonce)
}, 90_000)
