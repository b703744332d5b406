import { once } from "node:events"
import { createServer } from "node:http"
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch"
import { signalContract } from "@/lib/api/signal"
import { browserFetch } from "@/e2e/support/browser-fetch"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, officialClient } from "@/lib/testing/payments/x402-payer"
import { findFreePort } from "@/lib/sandbox/chain/local-port"

test("a page on another origin buys with the official client", async ({ page, origin, chain, terms }) => {
  const port = await findFreePort()
  const foreignSite = createServer((_, response) =>
    response.setHeader("Content-Type", "text/html").end("<h1>Other</h1>"),
  )
  foreignSite.listen(port, "127.0.0.1")
  await once(foreignSite, "listening")
  try {
    await page.goto(`http://127.0.0.1:${port}`)
    const payer = await newPayer(origin)
    const pay = wrapFetchWithPayment(browserFetch(page), officialClient(payer))
    const response = await pay(`${origin}/api/signal/BTC`)
    expect(response.status).toBe(200)
    signalContract.response.parse(await response.json())
    const { transaction } = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "")
    const paid = { to: terms.payTo, value: 50_000n, transaction }
    expect(await chain.transfersFrom(payer.address)).toEqual([paid])
  } finally {
    foreignSite.close()
  }
})
