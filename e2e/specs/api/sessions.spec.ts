import type { PaymentRequired } from "@x402/core/types"
import { wrapFetchWithPayment } from "@x402/fetch"
import { z } from "zod"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid } from "@/lib/api/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { connectMcp } from "@/tools/testing/catalogue/mcp-client"
import { exampleOf, urlOf } from "@/tools/testing/catalogue/requests"
import { sessionClient } from "@/tools/testing/payments/session-client"
import { newPayer, FAUCET_AMOUNT } from "@/tools/testing/payments/x402-payer"
import { expect, test } from "@/e2e/support/fixtures"
import { createWebhookReceiver, sandboxWebhook, withTarget } from "@/e2e/support/webhook-receiver"

/* The official client with `batch-settlement` registered, without our own client code. */

const receiver = createWebhookReceiver(sandboxWebhook(3))
test.beforeAll(() => receiver.start())
test.afterAll(() => receiver.stop())

const paid = (catalogue satisfies readonly Contract[]).filter((contract) => isPaid(contract))

test("a session buys from every paid endpoint and over MCP, and a refund returns the unspent deposit", async ({
  origin,
  chain,
}) => {
  test.setTimeout(120_000)
  const payer = await newPayer(origin)
  const { scheme, client } = sessionClient(origin, payer)
  const pay = wrapFetchWithPayment(fetch, client)
  for (const contract of paid) {
    const response = await pay(origin + urlOf(contract, withTarget(exampleOf(contract), sandboxWebhook(3))))
    expect(response.status, contract.id).toBe(200)
    contract.response.parse(await response.json())
  }

  const { call } = await connectMcp(`${origin}/mcp`)
  const terms = (await call("signal", { coin: "BTC" })).structuredContent
  const payment = await client.createPaymentPayload(terms as PaymentRequired)
  const bought = await call("signal", { coin: "BTC" }, payment)
  expect(signalContract.response.parse(bought.structuredContent).coin).toBe("BTC")
  expect(z.object({ success: z.literal(true) }).safeParse(bought.meta["x402/payment-response"]).success).toBe(true)

  const refund = await scheme.refund(`${origin}/api/signal/BTC`, { fetch })
  expect(refund).toMatchObject({ success: true })
  const spent = paid.reduce((sum, { price }) => sum + price, signalContract.price as bigint)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - spent)
})
