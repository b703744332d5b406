import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { PRICE } from "@/lib/testing/payments/fixtures"
import {
  MIN_DEPOSIT,
  openSessionChain,
  openSessionService,
  type SessionChain,
  schemeOf,
  type SessionService,
} from "@/lib/testing/payments/session-harness"

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
    }

    const refund = await scheme.refund(url(), { fetch: service.request })
    expect(refund).toMatchObject({ success: true, amount: "350000" })
    expect(await session.balanceOf(wallet.address)).toBe(10_000_000n - 3n * PRICE)
  }, 30_000)

  test("a client that lost its state goes on from the corrective 402", async () => {
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
