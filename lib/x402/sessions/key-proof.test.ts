import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http"
import { BatchSettlementEvmScheme, computeChannelId, signVoucher } from "@x402/evm/batch-settlement/client"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { claimTotalOf } from "@/lib/x402/ledger/channels/channel"
import { base64, PRICE, quoteContract, signIn } from "@/tools/testing/payments/fixtures"
import { openChannel } from "@/tools/testing/payments/open-channel"
import {
  openSessionChain,
  openSessionService,
  type SessionChain,
  type SessionService,
} from "@/tools/testing/payments/session-harness"
import { openUntrustedCaller } from "@/tools/testing/payments/untrusted-caller"

let session: SessionChain
let service: SessionService
beforeAll(async () => {
  session = await openSessionChain()
}, 30_000)
beforeEach(async () => {
  service = await openSessionService(session, { claims: CLAIM_AT_ONCE })
})
afterEach(() => service.close())
afterAll(() => session.stop())

const CLAIM_AT_ONCE = { thresholdUnits: 1n, intervalMs: 1_000 }
const wait = { timeout: 30_000, interval: 100 }
const url = () => `${service.terms.origin}/api/quote/BTC`

type Corrective = { readonly channelState?: object; readonly voucherState?: object }

async function termsOf(response: Response): Promise<{ readonly error?: string; readonly extra: Corrective }> {
  const { error, accepts } = decodePaymentRequiredHeader(response.headers.get("PAYMENT-REQUIRED") ?? "")
  const extra: Corrective = accepts.find(({ scheme }) => scheme === "batch-settlement")?.extra ?? {}
  return { ...(error !== undefined && { error }), extra }
}

/** A channel whose newest voucher is in a claim on the chain. */
async function openPublishedChannel() {
  const opened = await openChannel(session, service)
  expect((await opened.buy(2n * PRICE, "ETH")).status).toBe(200)
  await claimed(opened.channelId, 2n * PRICE)
  return opened
}

async function claimed(channelId: `0x${string}`, total: bigint): Promise<void> {
  const chain = createChannelChain(session.node)
  await vi.waitFor(async () => expect((await chain.read(channelId)).totalClaimed).toBe(claimTotalOf(total)), wait)
}

describe("an untrusted caller with a published voucher", () => {
  test("gets neither an answer, nor a newer voucher, nor a refund", async () => {
    const { channelId, wallet, buy } = await openPublishedChannel()
    const caller = openUntrustedCaller(session, service)
    const known = (await caller.published()).filter(({ voucher }) => voucher.channelId === channelId)
    const newest = known.at(-1)
    if (newest === undefined) throw new Error("No voucher was published.")
    expect(newest.voucher.maxClaimableAmount).toBe((2n * PRICE).toString())
    expect((await buy(3n * PRICE)).status).toBe(200)

    const before = await session.client.getTransactionCount({ address: session.account.address })
    for (const voucher of known) {
      for (const request of [
        { coin: "ETH" },
        { coin: "BTC" },
        { type: "refund" },
        { type: "refund", amount: "100000" },
      ] as const) {
        const refused = await caller.present(voucher, request)
        const { error, extra } = await termsOf(refused)
        expect([refused.status, error]).toEqual([402, "invalid_batch_settlement_evm_cumulative_amount_mismatch"])
        expect(extra.voucherState).toBeUndefined()
        expect(extra.channelState).not.toHaveProperty("chargedCumulativeAmount")
      }
    }
    expect(await service.channels.lastRefund(channelId)).toBeNull()
    await claimed(channelId, 3n * PRICE)
    expect(await session.client.getTransactionCount({ address: session.account.address })).toBeLessThanOrEqual(
      before + 2,
    )
    expect((await buy(4n * PRICE)).status, "the session goes on").toBe(200)
    expect(await session.balanceOf(wallet.address)).toBe(10_000_000n - 10n * PRICE)
  }, 60_000)

  test("gets nothing while the claim of the voucher is in the mempool", async () => {
    await session.client.setAutomine(true)
    const { channelId, channelConfig, buy } = await openChannel(session, service)
    await claimed(channelId, PRICE)
    await session.client.setAutomine(false)
    try {
      await buy(2n * PRICE, "ETH")
      await vi.waitFor(async () => expect((await service.channels.find(channelId))?.published).toBe(2n * PRICE), wait)
      const signature = (await service.channels.find(channelId))?.voucher?.signature
      if (signature === undefined) throw new Error("The channel has no voucher.")
      const voucher = { channelId, maxClaimableAmount: (2n * PRICE).toString(), signature }
      const caller = openUntrustedCaller(session, service)
      for (const request of [{ coin: "ETH" }, { type: "refund" }] as const) {
        const refused = await caller.present({ channelConfig, voucher }, request)
        expect([refused.status, (await termsOf(refused)).extra.voucherState]).toEqual([402, undefined])
      }
    } finally {
      await session.client.setAutomine(true)
      await session.client.mine({ blocks: 1 })
    }
  }, 60_000)
})

describe("after the newest voucher was published, the official client", () => {
  const lost = (wallet: PrivateKeyAccount, voucherSigner: PrivateKeyAccount, salt: `0x${string}`) => {
    const { client } = session
    const readContract = (call: Parameters<typeof client.readContract>[0]) => client.readContract(call)
    return new BatchSettlementEvmScheme(Object.assign({}, wallet, { readContract }) as never, { voucherSigner, salt })
  }

  async function opened() {
    const wallet = await session.newWallet()
    const key = privateKeyToAccount(generatePrivateKey())
    const salt = generatePrivateKey()
    const scheme = lost(wallet, key, salt)
    const { pay } = service.buyer(wallet, scheme)
    for (const coin of ["BTC", "ETH"]) expect((await pay(coin)).status).toBe(200)
    const { payTo, network } = service.terms
    const { asset } = service.terms
    const config = scheme.buildChannelConfig({
      scheme: "batch-settlement",
      network,
      amount: PRICE.toString(),
      asset,
      payTo,
      maxTimeoutSeconds: 300,
      extra: {
        receiverAuthorizer: service.sessions.receiverAuthorizer,
        withdrawDelay: service.sessions.withdrawDelayS,
      },
    })
    const channelId = computeChannelId(config, network)
    await claimed(channelId, 2n * PRICE)
    return { wallet, key, scheme, pay, channelId, fresh: () => lost(wallet, key, salt) }
  }

  test("gets the rest back, and opens the same channel again", async () => {
    const { wallet, scheme, pay } = await opened()
    expect(await scheme.refund(url(), { fetch: service.request })).toMatchObject({ success: true, amount: "400000" })
    expect(await session.balanceOf(wallet.address)).toBe(10_000_000n - 2n * PRICE)
    expect((await pay()).status).toBe(200)
  }, 60_000)

  test("gets the rest back although it has lost its state", async () => {
    const { wallet, fresh } = await opened()
    expect(await fresh().refund(url(), { fetch: service.request })).toMatchObject({ success: true, amount: "400000" })
    expect(await session.balanceOf(wallet.address)).toBe(10_000_000n - 2n * PRICE)
  }, 60_000)

  test("gets the rest back although it has lost its state and a newer voucher is not public", async () => {
    await service.close()
    const { store } = service
    service = await openSessionService(session, { claims: CLAIM_AT_ONCE, store })
    const { wallet, pay, fresh } = await opened()
    expect((await pay()).status).toBe(200)
    expect(await fresh().refund(url(), { fetch: service.request })).toMatchObject({ success: true, amount: "350000" })
    expect(await session.balanceOf(wallet.address)).toBe(10_000_000n - 3n * PRICE)
  }, 60_000)

  test("buys on although it has lost its state", async () => {
    const { wallet, fresh } = await opened()
    const response = await service.buyer(wallet, fresh()).pay()
    expect(response.status).toBe(200)
    const receipt = decodePaymentResponseHeader(response.headers.get("PAYMENT-RESPONSE") ?? "")
    expect(receipt.extra).toMatchObject({ channelState: { chargedCumulativeAmount: (3n * PRICE).toString() } })
  }, 60_000)

  test("gets a part back once for purchases of 0.10", async () => {
    const { scheme, pay } = await opened()
    const part = (amount: string) => scheme.refund(url(), { fetch: service.request, amount })
    expect(await part("100000")).toMatchObject({ success: true, amount: "100000" })
    await expect(part("100000")).rejects.toThrow("refund_too_soon")
    await expect(part("1")).rejects.toThrow("refund_amount_invalid")
    expect((await pay()).status).toBe(200)
    await expect(part("100000")).rejects.toThrow("refund_too_soon")
    expect(await scheme.refund(url(), { fetch: service.request })).toMatchObject({ success: true, amount: "250000" })
  }, 60_000)
})

describe("a sign-in beside a published voucher", () => {
  test("by the session's key or the payer's wallet fetches the answer again; another key fetches nothing", async () => {
    const { channelId, wallet, key } = await openPublishedChannel()
    const caller = openUntrustedCaller(session, service)
    const newest = (await caller.published()).findLast(({ voucher }) => voucher.channelId === channelId)
    if (newest === undefined) throw new Error("No voucher was published.")
    const offer = { contract: quoteContract, url: "/api/quote/ETH" }
    const present = async (signer: PrivateKeyAccount, nonce: string) => {
      const signed = base64(await signIn(signer, offer, { nonce, nowMs: Date.now() }))
      return caller.present(newest, { coin: "ETH", headers: { "SIGN-IN-WITH-X": signed } })
    }
    const outsider = privateKeyToAccount(generatePrivateKey())
    expect((await present(outsider, "a".repeat(32))).status).toBe(402)
    const served = service.state.served
    for (const [index, signer] of [key, wallet].entries()) {
      expect((await present(signer, `${index}`.repeat(32))).status).toBe(200)
    }
    expect(service.state.served, "nothing was computed again").toBe(served)
  }, 60_000)
})

test("a sign-in for an invented channel is refused, and leaves no row", async () => {
  const key = privateKeyToAccount(generatePrivateKey())
  const { channelConfig, channelId } = await openChannel(session, service)
  const caller = openUntrustedCaller(session, service)
  const invented = { ...channelConfig, payer: key.address, payerAuthorizer: key.address }
  const network = service.terms.network
  const offer = { contract: quoteContract, url: "/api/quote/BTC" }
  for (const [id, nonce] of [
    [computeChannelId(invented, network), "a".repeat(32)],
    [channelId, "b".repeat(32)],
  ] as const) {
    const voucher = await signVoucher(key, id, "1", network)
    const signed = base64(await signIn(key, offer, { nonce, nowMs: Date.now() }))
    const headers = { "SIGN-IN-WITH-X": signed }
    expect((await caller.present({ channelConfig: invented, voucher }, { headers })).status).toBe(402)
  }
  const rows = service.store.selectFrom("sign_in_nonces").selectAll().where("address", "=", key.address.toLowerCase())
  expect(await rows.execute()).toEqual([])
}, 60_000)

test("a voucher of the total on the chain proves the key only when nobody else can have it", async () => {
  const { channelId, channelConfig, key } = await openPublishedChannel()
  const { network } = service.terms
  const caller = openUntrustedCaller(session, service)
  const proof = await signVoucher(key, channelId, claimTotalOf(2n * PRICE).toString(), network)
  const known = (await caller.published()).filter(({ voucher }) => voucher.channelId === channelId)
  expect(known.map(({ voucher }) => voucher.maxClaimableAmount)).not.toContain(proof.maxClaimableAmount)
  const proven = await termsOf(await caller.present({ channelConfig, voucher: proof }))
  expect(proven.extra).toMatchObject({
    channelState: { chargedCumulativeAmount: (2n * PRICE).toString() },
    voucherState: { signedMaxClaimable: (2n * PRICE).toString() },
  })
})
