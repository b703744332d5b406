import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { browserFetch } from "@/e2e/support/browser-fetch"
import { expect, test } from "@/e2e/support/fixtures"
import { startCrossOriginSite } from "@/e2e/support/cross-origin-site"
import { newPayer, officialClient } from "@/tools/testing/payments/x402-payer"

test("the official client buys from a page of another origin", async ({ page, origin, chain, terms }) => {
  const foreignSite = await startCrossOriginSite()
  try {
    await page.goto(foreignSite.url)
    const payer = await newPayer(origin)
    const pay = wrapFetchWithPayment(browserFetch(page), officialClient(payer))
    const response = await pay(`${origin}/api/signal/BTC`)
    expect(response.status).toBe(200)
    signalContract.response.parse(await response.json())
    const { transaction } = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "")
    const paid = { to: terms.payTo, value: 50_000n, transaction }
    expect(await chain.transfersFrom(payer.address)).toEqual([paid])
  } finally {
    foreignSite.stop()
  }
})
