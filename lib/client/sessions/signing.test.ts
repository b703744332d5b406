import {
  computeChannelId,
  createBatchSettlementEIP3009DepositPayload,
  signVoucher,
} from "@x402/evm/batch-settlement/client"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { describe, expect, test } from "vitest"
import { NOW_MS, product, quoteFor, terms } from "@/tools/testing/client/fixtures"
import { channelState, openedSession, sessionKey, sessionOffer } from "@/tools/testing/client/session-fixtures"
import { SessionPayment } from "@/lib/client/purchase/wire"
import { voucherSigner } from "./channel"
import { newSession, prepareDeposit, provenTotal, signRefund, signVoucherPayment } from "./signing"

const offer = sessionOffer()
const quote = { ...quoteFor(), session: offer }
const session = openedSession(2_000_000n)

describe("the official client and this one", () => {
  test("compute the same channel id", () => {
    const wallet = privateKeyToAccount(generatePrivateKey())
    const made = newSession(offer, { payer: wallet.address, path: product.path, nowMs: NOW_MS })
    expect(made.id).toBe(computeChannelId(made.config, terms.network))
    expect(made.config.payerAuthorizer).toBe(made.key && privateKeyToAccount(made.key).address)
    const other = newSession(offer, { payer: wallet.address, path: product.path, nowMs: NOW_MS })
    expect(other.id, "each session has its own key and salt").not.toBe(made.id)
  })

  test("sign the same voucher", async () => {
    const payment = await signVoucherPayment(quote, session, 50_000n)
    expect(payment.payload.voucher).toEqual(await signVoucher(sessionKey, session.id, "50000", terms.network))
    expect(SessionPayment.parse(payment)).toEqual(payment)
  })

  test("sign the same deposit", async () => {
    const wallet = privateKeyToAccount(generatePrivateKey())
    const made = newSession(offer, { payer: wallet.address, path: product.path, nowMs: NOW_MS })
    const asked: unknown[] = []
    const signer = {
      address: wallet.address,
      signTypedData(data: Parameters<typeof wallet.signTypedData>[0]) {
        asked.push(data)
        return wallet.signTypedData(data)
      },
    }
    const requirements = { ...offer, network: terms.network } as const
    const { payload } = await createBatchSettlementEIP3009DepositPayload(
      signer,
      2,
      requirements,
      made.config,
      "2000000",
      "50000",
      made.key ? privateKeyToAccount(made.key) : undefined,
    )
    const { typedData, complete } = prepareDeposit(quote, made, { amount: 2_000_000n, nowMs: NOW_MS })
    const ours = await complete("0x01", 50_000n)
    const [official] = asked as [typeof typedData]
    expect(typedData.domain).toEqual(official.domain)
    expect(typedData.types.ReceiveWithAuthorization).toEqual(official.types.ReceiveWithAuthorization)
    expect(Object.keys(typedData.message)).toEqual(Object.keys(official.message))
    expect(typedData.message).toMatchObject({ from: wallet.address, to: official.message.to, value: "2000000" })
    const { deposit, voucher, ...rest } = ours.payload as Extract<typeof ours.payload, { type: "deposit" }>
    expect(rest).toEqual({ type: "deposit", channelConfig: made.config })
    expect(payload).toMatchObject({ ...rest, voucher })
    expect(Object.keys(deposit.authorization.erc3009Authorization).toSorted()).toEqual([
      "salt",
      "signature",
      "validAfter",
      "validBefore",
    ])
  })

  test("a refund has the total charged so far", async () => {
    const payment = await signRefund(quote, { ...session, charged: "150000" })
    expect(payment.payload).toMatchObject({ type: "refund", voucher: { maxClaimableAmount: "150000" } })
    const { channelId, signature } = payment.payload.voucher
    expect(await voucherSigner({ channelId, total: 150_000n, signature }, terms.chainId)).toBe(sessionKey.address)
  })
})

describe("a corrective 402", () => {
  const state = channelState(session, 2_000_000n, 100_000n)
  const requirementsWith = async (total: string, key = sessionKey) => {
    const { signature } = await signVoucher(key, session.id, total, terms.network)
    return sessionOffer({ channelState: state, voucherState: { signedMaxClaimable: total, signature } })
  }

  test("is accepted with the session's own voucher", async () => {
    expect(await provenTotal(session, await requirementsWith("100000"))).toEqual({
      charged: 100_000n,
      signed: 100_000n,
    })
  })

  test("is refused with another key's voucher, another channel, or without a voucher", async () => {
    const otherKey = privateKeyToAccount(generatePrivateKey())
    expect(await provenTotal(session, await requirementsWith("100000", otherKey))).toBeNull()
    const elsewhere = { ...state, channelId: `0x${"44".repeat(32)}` } as const
    expect(await provenTotal(session, sessionOffer({ channelState: elsewhere }))).toBeNull()
    expect(await provenTotal(session, sessionOffer({ channelState: state }))).toBeNull()
    expect(await provenTotal(session, sessionOffer())).toBeNull()
    const broken = { signedMaxClaimable: "100000", signature: "0x12" } as const
    expect(await provenTotal(session, sessionOffer({ channelState: state, voucherState: broken }))).toBeNull()
  })

  test("with a total of zero needs no voucher", async () => {
    const empty = sessionOffer({ channelState: channelState(session, 2_000_000n, 0n) })
    expect(await provenTotal(session, empty)).toEqual({ charged: 0n, signed: 0n })
  })
})
