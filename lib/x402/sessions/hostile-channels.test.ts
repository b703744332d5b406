import { encodePaymentSignatureHeader } from "@x402/core/http"
import { computeChannelId, signVoucher } from "@x402/evm/batch-settlement/client"
import { type Abi, erc20Abi, numberToHex, parseEther } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { depositCall } from "@/lib/x402/chain/channels/channel-calls"
import { createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { claimTotalOf, refundOperationId } from "@/lib/x402/ledger/channels/channel"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { decodePayment } from "@/lib/x402/wire/decode"
import { channelRequirements } from "@/lib/x402/wire/requirements"
import sandboxBatchSettlement from "@/tools/sandbox/chain/artifacts/SandboxBatchSettlement.json"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openChannel } from "@/tools/testing/payments/open-channel"
import {
  openSessionChain,
  openSessionService,
  schemeOf,
  type SessionChain,
  type SessionService,
} from "@/tools/testing/payments/session-harness"

const abi = sandboxBatchSettlement.abi as Abi

let session: SessionChain
let service: SessionService
beforeAll(async () => {
  session = await openSessionChain()
}, 30_000)
beforeEach(async () => {
  service = await openSessionService(session)
})
afterEach(() => service.close())
afterAll(() => session.stop())

const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error
const wait = { timeout: 30_000, interval: 200 }

test("when a withdrawal starts while an answer is computed, the price is claimed before the withdrawal ends", async () => {
  const { wallet, buy, channelConfig, channelId } = await openChannel(session, service)
  await session.client.setBalance({ address: wallet.address, value: parseEther("1") })
  service.state.duringAnswer = async () => {
    service.state.duringAnswer = () => Promise.resolve()
    const rest = 10n * PRICE
    const call = { abi, address: BATCH_SETTLEMENT, functionName: "initiateWithdraw" } as const
    const hash = await session.client.writeContract({ ...call, account: wallet, args: [channelConfig, rest] })
    await session.client.waitForTransactionReceipt({ hash })
  }
  expect((await buy(2n * PRICE)).status).toBe(200)
  const chain = createChannelChain(session.node)
  expect((await chain.read(channelId)).withdrawRequestedS).toBeGreaterThan(0)
  await vi.waitFor(async () => expect((await chain.read(channelId)).totalClaimed).toBe(claimTotalOf(2n * PRICE)), wait)
}, 60_000)

test("a refund that begins and ends while an answer is computed leaves the answer unsold", async () => {
  const { buy, scheme, channelId, wallet } = await openChannel(session, service)
  service.state.duringAnswer = async () => {
    service.state.duringAnswer = () => Promise.resolve()
    await scheme.refund(`${service.terms.origin}/api/quote/BTC`, { fetch: service.request })
  }
  const response = await buy(2n * PRICE)
  expect([response.status, await errorOf(response)]).toEqual([
    402,
    "invalid_batch_settlement_evm_cumulative_exceeds_balance",
  ])
  const channel = await service.channels.find(channelId)
  expect(channel).toMatchObject({ charged: PRICE, lost: 0n })
  expect(await session.balanceOf(wallet.address)).toBe(10_000_000n - PRICE)
}, 60_000)

test("money that anybody can still refund by a failed refund's signature buys nothing", async () => {
  const { buy, channelId } = await openChannel(session, service)
  const id = refundOperationId(channelId, 0n)
  const operation = { id, kind: "refund" as const, channelIds: [channelId], amount: 9n * PRICE, call: "0x01" as const }
  const hash = numberToHex(1, { size: 32 })
  const transaction = { hash, signer: numberToHex(6, { size: 20 }), nonce: 3, raw: "0x02", maxFeePerGas: 1n } as const
  const { channels } = service
  await channels.beginRefund(
    { ...operation, gas: 1n, validUntilS: null, isIsolated: true },
    { charged: PRICE, isClaimed: false },
    Date.now(),
  )
  await channels.markSent(transaction, [id], Date.now())
  await channels.requeue(hash, Date.now())
  await channels.abandon(id, "its simulation failed", Date.now())
  const response = await buy(2n * PRICE)
  expect([response.status, await errorOf(response)]).toEqual([
    402,
    "invalid_batch_settlement_evm_cumulative_exceeds_balance",
  ])
}, 60_000)

test("a closed channel is refused", async () => {
  const { scheme, buy, channelId } = await openChannel(session, service)
  await scheme.refund(`${service.terms.origin}/api/quote/BTC`, { fetch: service.request })
  const chain = createChannelChain(session.node)
  const { balance, totalClaimed } = await chain.read(channelId)
  expect([balance, totalClaimed]).toEqual([PRICE, claimTotalOf(PRICE)])
  const refused = await buy(2n * PRICE)
  expect([refused.status, await errorOf(refused)]).toEqual([
    402,
    "invalid_batch_settlement_evm_cumulative_exceeds_balance",
  ])
}, 30_000)

test("a deposit that a reorganisation drops is sent again; without balance the channel is refused", async () => {
  const snapshot = await session.client.snapshot()
  const { wallet, buy, channelId } = await openChannel(session, service)
  const chain = createChannelChain(session.node)
  const deposit = (await chain.read(channelId)).balance
  expect(deposit).toBe(10n * PRICE)

  await session.client.revert({ id: snapshot })
  expect((await chain.read(channelId)).balance).toBe(0n)
  await session.mint(wallet.address)
  await vi.waitFor(async () => expect((await chain.read(channelId)).balance).toBe(deposit), wait)
  expect((await buy(2n * PRICE)).status, "the deposit is back").toBe(200)

  const dropped = await session.client.snapshot()
  const other = await openChannel(session, service)
  await session.client.revert({ id: dropped })
  await session.mint(other.wallet.address)
  await session.client.setBalance({ address: other.wallet.address, value: parseEther("1") })
  await session.client.writeContract({
    account: other.wallet,
    address: session.chain.usdcAddress,
    abi: erc20Abi,
    functionName: "transfer",
    args: [service.payTo, await session.balanceOf(other.wallet.address)],
  })
  await vi.waitFor(async () => {
    expect((await service.channels.find(other.channelId))?.onChain.balance).toBe(0n)
  }, wait)
  const refused = await other.buy(2n * PRICE)
  expect([refused.status, await errorOf(refused)]).toEqual([
    402,
    "invalid_batch_settlement_evm_cumulative_exceeds_balance",
  ])
}, 120_000)

test("a deposit that another sender has put into a block already pays for its voucher", async () => {
  const wallet = await session.newWallet()
  await session.client.setBalance({ address: wallet.address, value: parseEther("1") })
  const scheme = schemeOf(session, wallet, privateKeyToAccount(generatePrivateKey()))
  const accepted = { ...channelRequirements(service.terms, service.sessions, PRICE), network: service.terms.network }
  const created = await scheme.createPaymentPayload(2, accepted)
  const header = encodePaymentSignatureHeader({ x402Version: 2, accepted, payload: created.payload })
  const decoded = decodePayment(new Headers({ "PAYMENT-SIGNATURE": header }))
  if (decoded.kind !== "channel" || decoded.payment.type !== "deposit") throw new Error("The payload is not a deposit.")
  const { config, deposit } = decoded.payment
  const data = depositCall(config, deposit)
  const hash = await session.client.sendTransaction({ account: wallet, to: BATCH_SETTLEMENT, data })
  await session.client.waitForTransactionReceipt({ hash })

  const url = `${service.terms.origin}/api/quote/BTC`
  expect((await service.request(url, { headers: { "PAYMENT-SIGNATURE": header } })).status).toBe(200)
}, 30_000)

test("payments by invented channels cost one node read per fifty, and no row in the database", async () => {
  const sent = vi.spyOn(session.node, "request")
  const { network } = service.terms
  const accepted = channelRequirements(service.terms, service.sessions, PRICE)
  const payWithUnknownChannel = async (): Promise<Response> => {
    const key = privateKeyToAccount(generatePrivateKey())
    const channelConfig = {
      payer: key.address,
      payerAuthorizer: key.address,
      receiver: service.terms.payTo,
      receiverAuthorizer: service.sessions.receiverAuthorizer,
      token: service.terms.asset,
      withdrawDelay: service.sessions.withdrawDelayS,
      salt: generatePrivateKey(),
    }
    const voucher = await signVoucher(key, computeChannelId(channelConfig, network), PRICE.toString(), network)
    const payload = { x402Version: 2, accepted, payload: { type: "voucher", channelConfig, voucher } }
    const headers = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) }
    return service.request(`${service.terms.origin}/api/quote/BTC`, { headers })
  }
  const before = sent.mock.calls.length
  const answers = await Promise.all(Array.from({ length: 500 }, payWithUnknownChannel))
  const errors = new Set(await Promise.all(answers.map(errorOf)))
  expect([...errors]).toEqual(["invalid_batch_settlement_evm_channel_not_found"])
  // The service's background job also reads the node in this time.
  expect(sent.mock.calls.length - before).toBeLessThan(60)
  const { rows } = await service.store
    .selectFrom("channels")
    .select((row) => row.fn.countAll().as("rows"))
    .executeTakeFirstOrThrow()
  expect(Number(rows)).toBe(0)
}, 60_000)
