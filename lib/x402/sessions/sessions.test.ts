import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http"
import { recoverTypedDataAddress } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { PRICE } from "@/tools/testing/payments/fixtures"
import {
  MIN_DEPOSIT,
  openSessionChain,
  openSessionService,
  type SessionChain,
  schemeOf,
  type SessionService,
} from "@/tools/testing/payments/session-harness"

const receiptTypes = {
  Receipt: [
    { name: "version", type: "uint256" },
    { name: "network", type: "string" },
    { name: "resourceUrl", type: "string" },
    { name: "payer", type: "string" },
    { name: "issuedAt", type: "uint256" },
    { name: "transaction", type: "string" },
  ],
} as const

const SignedReceipt = z.object({
  extensions: z.object({
    "offer-receipt": z.object({
      info: z.object({
        receipt: z.object({
          payload: z.object({
            version: z.number(),
            network: z.string(),
            resourceUrl: z.string(),
            payer: z.string(),
            issuedAt: z.number(),
            transaction: z.string(),
          }),
          signature: z.templateLiteral(["0x", z.string()]),
        }),
      }),
    }),
  }),
})

let session: SessionChain
let service: SessionService
beforeAll(async () => {
  session = await openSessionChain()
}, 30_000)
afterAll(() => session.stop())
beforeEach(async () => {
  service = await openSessionService(session)
})
afterEach(() => service.close())

const receiptOf = (response: Response) => decodePaymentResponseHeader(response.headers.get("PAYMENT-RESPONSE") ?? "")
/** The signed receipt of a sale, and the address that signed it. */
async function signedReceipt(response: Response) {
  const { receipt } = SignedReceipt.parse(receiptOf(response)).extensions["offer-receipt"].info
  const { payload, signature } = receipt
  const signer = await recoverTypedDataAddress({
    domain: { name: "x402 receipt", version: "1", chainId: 1 },
    types: receiptTypes,
    primaryType: "Receipt",
    message: { ...payload, version: BigInt(payload.version), issuedAt: BigInt(payload.issuedAt) },
    signature,
  })
  return { signer, resourceUrl: payload.resourceUrl, transaction: payload.transaction }
}

const url = () => `${service.terms.origin}/api/quote/BTC`

describe("the official client of the scheme batch-settlement", () => {
  test("deposits once, then pays by vouchers, and gets the rest back", async () => {
    const wallet = await session.newWallet()
    const key = privateKeyToAccount(generatePrivateKey())
    const { pay, scheme } = service.buyer(wallet, schemeOf(session, wallet, key))

    const first = await pay()
    expect([first.status, await first.json()]).toEqual([200, { coin: "BTC", serial: 1 }])
    expect(receiptOf(first)).toMatchObject({
      success: true,
      transaction: expect.stringMatching(/^0x/),
      amount: MIN_DEPOSIT.toString(),
      extra: { chargedAmount: PRICE.toString(), channelState: { balance: "500000", chargedCumulativeAmount: "50000" } },
    })

    for (const serial of [2, 3]) {
      const next = await pay("ETH")
      expect([next.status, await next.json()]).toEqual([200, { coin: "ETH", serial }])
      expect(receiptOf(next)).toMatchObject({ success: true, transaction: "", amount: "" })
      expect(await signedReceipt(next)).toEqual({
        signer: service.receiptSigner,
        resourceUrl: `${service.terms.origin}/api/quote/ETH`,
        transaction: "",
      })
    }

    const refund = await scheme.refund(url(), { fetch: service.request })
    expect(refund).toMatchObject({ success: true, amount: "350000" })
    expect(await session.balanceOf(wallet.address)).toBe(10_000_000n - 3n * PRICE)
  }, 30_000)

  test("a client that lost its state continues from the corrective 402", async () => {
    const wallet = await session.newWallet()
    const salt = generatePrivateKey()
    const { BatchSettlementEvmScheme } = await import("@x402/evm/batch-settlement/client")
    const readContract = (call: Parameters<typeof session.client.readContract>[0]) => session.client.readContract(call)
    const fresh = () => new BatchSettlementEvmScheme(Object.assign({}, wallet, { readContract }) as never, { salt })
    expect((await service.buyer(wallet, fresh()).pay()).status).toBe(200)
    const second = await service.buyer(wallet, fresh()).pay("ETH")
    expect([second.status, receiptOf(second).extra]).toMatchObject([
      200,
      { channelState: { chargedCumulativeAmount: "100000" } },
    ])
  }, 30_000)
})

test("the offer names exact first and batch-settlement second", async () => {
  const { accepts } = decodePaymentRequiredHeader((await service.request(url())).headers.get("PAYMENT-REQUIRED") ?? "")
  expect(accepts).toMatchObject([
    { scheme: "exact" },
    {
      scheme: "batch-settlement",
      amount: PRICE.toString(),
      extra: { receiverAuthorizer: session.account.address, withdrawDelay: 86_400, minDeposit: "500000" },
    },
  ])
})
