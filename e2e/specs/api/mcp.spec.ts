import { once } from "node:events"
import { createServer } from "node:http"
import { encodePaymentSignatureHeader } from "@x402/core/http"
import type { PaymentRequired } from "@x402/core/types"
import { z } from "zod"
import { regimeContract } from "@/lib/endpoints/regime/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { findFreePort } from "@/tools/sandbox/local-port"
import { connectMcp } from "@/tools/testing/catalogue/mcp-client"
import { browserFetch } from "@/e2e/support/browser-fetch"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, officialClient, type Payer, FAUCET_AMOUNT, unfundedPayer } from "@/tools/testing/payments/x402-payer"

/*
 * The official MCP client finds and calls the tools. The official x402 client pays for them.
 */

const PRICE = 50_000n

/** Signs a payment by the terms of an unpaid call. */
function sign(payer: Payer, terms: Record<string, unknown>) {
  return officialClient(payer).createPaymentPayload(terms as PaymentRequired)
}

test("an agent lists the tools and calls the free tools", async ({ origin }) => {
  const { client, tools, call } = await connectMcp(`${origin}/mcp`)
  expect(client.getServerVersion()).toMatchObject({ name: "signal402", title: "Signal402" })
  expect(tools.find(({ name }) => name === "signal")?.description).toContain("Costs $0.05.")
  const { structuredContent } = await call("versions")
  expect(versionsContract.response.parse(structuredContent).versions["/signal/BTC"]?.price_usdc).toBe("0.05")
  const info = await call("service_info")
  expect(info.structuredContent).toMatchObject({ docs: { mcp: `${origin}/mcp` } })
  await client.close()
})

test("an agent buys a signal at its price, and the same payment redelivers it over MCP and HTTP", async ({
  origin,
  chain,
  terms,
}) => {
  const payer = await newPayer(origin)
  const { call } = await connectMcp(`${origin}/mcp`)
  const unpaid = await call("signal", { coin: "BTC" })
  expect(unpaid.isError).toBe(true)
  expect(JSON.parse(unpaid.content[0].text)).toEqual(unpaid.structuredContent)
  const payment = await sign(payer, unpaid.structuredContent)

  const paid = await call("signal", { coin: "BTC" }, payment)
  expect(paid.isError).toBeUndefined()
  expect(signalContract.response.parse(paid.structuredContent).coin).toBe("BTC")
  const receipt = z
    .object({ success: z.literal(true), transaction: z.string(), payer: z.string() })
    .parse(paid.meta["x402/payment-response"])
  expect(receipt.payer.toLowerCase()).toBe(payer.address.toLowerCase())

  expect(await call("signal", { coin: "BTC" }, payment), "a repeated call gets the same result").toEqual(paid)
  const headers = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payment) }
  const overHttp = await fetch(`${origin}/api/signal/BTC`, { headers })
  expect([overHttp.status, await overHttp.text()]).toEqual([200, paid.content[0].text])
  const { transaction } = receipt
  expect(await chain.transfersFrom(payer.address)).toEqual([{ to: terms.payTo, value: PRICE, transaction }])
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - PRICE)
})

test("twenty copies of one payment at once, half of them over HTTP, are charged once", async ({ origin, chain }) => {
  const payer = await newPayer(origin)
  const { call } = await connectMcp(`${origin}/mcp`)
  const payment = await sign(payer, (await call("regime")).structuredContent)
  const headers = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payment) }
  const overHttp = async () => (await fetch(`${origin}/api/regime`, { headers })).text()
  const overMcp = async () => (await call("regime", {}, payment)).content[0].text
  const bodies = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? overMcp() : overHttp())))
  expect(new Set(bodies).size).toBe(1)
  regimeContract.response.parse(JSON.parse(bodies[0] ?? ""))
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})

test("a used payment is rejected for other tools and arguments with payment_already_used", async ({
  origin,
  chain,
}) => {
  const payer = await newPayer(origin)
  const { call } = await connectMcp(`${origin}/mcp`)
  const { resource: _, ...payment } = await sign(payer, (await call("signal", { coin: "BTC" })).structuredContent)
  expect((await call("signal", { coin: "BTC" }, payment)).isError).toBeUndefined()
  for (const [tool, coin] of [
    ["signal", "ETH"],
    ["context", "BTC"],
  ] as const) {
    const refused = await call(tool, { coin }, payment)
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { x402Version: 2, error: "payment_already_used" },
      meta: { "x402/payment-response": { success: false, errorReason: "payment_already_used" } },
    })
  }
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})

test("a paid call with invalid arguments names the argument and is not charged", async ({ origin, chain }) => {
  const payer = await newPayer(origin)
  const { call } = await connectMcp(`${origin}/mcp`)
  const payment = await sign(payer, (await call("risk", { coin: "BTC" })).structuredContent)
  for (const [args, named] of [
    [{ coin: "DOGE" }, "coin"],
    [{}, "coin"],
    [{ coin: "BTC", capital: 1 }, "capital"],
    [{ coin: "BTC", capitol: 5_000 }, "capitol"],
    [{ coin: ["BTC"] }, "coin"],
  ] as const) {
    const { isError, content, structuredContent } = await call("risk", args, payment)
    expect([isError, structuredContent["charged"]]).toEqual([true, "no"])
    expect(content[0].text).toContain(named)
  }
  expect(await chain.transfersFrom(payer.address)).toEqual([])
  expect((await call("risk", { coin: "BTC" }, payment)).isError, "the payment is still valid").toBeUndefined()
})

test("a payment without enough balance is rejected with the reason", async ({ origin }) => {
  const { call } = await connectMcp(`${origin}/mcp`)
  const payment = await sign(unfundedPayer(), (await call("signal", { coin: "BTC" })).structuredContent)
  const { structuredContent } = await call("signal", { coin: "BTC" }, payment)
  expect(structuredContent).toMatchObject({ error: "invalid_exact_evm_insufficient_balance" })
})

test("an agent on a page of another origin calls a tool", async ({ page, origin }) => {
  const port = await findFreePort()
  const host = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<h1>Agent</h1>"))
  host.listen(port, "127.0.0.1")
  await once(host, "listening")
  try {
    await page.goto(`http://127.0.0.1:${port}`)
    const { call } = await connectMcp(`${origin}/mcp`, browserFetch(page))
    expect((await call("health")).structuredContent).toMatchObject({ mode: "sandbox" })
    expect((await call("signal", { coin: "SOL" })).structuredContent).toMatchObject({ error: "payment_required" })
  } finally {
    host.close()
  }
})

test("/mcp answers an invalid request with an MCP or HTTP error", async ({ origin }) => {
  const url = `${origin}/mcp`
  const post = (body: string) => fetch(url, { method: "POST", body })
  const malformed = await post("{")
  expect([malformed.status, await malformed.json()]).toMatchObject([400, { error: { code: -32_700 } }])
  expect((await post("x".repeat(300_000))).status).toBe(413)
  for (const method of ["GET", "DELETE", "PUT"]) {
    const response = await fetch(url, { method, headers: { Accept: "text/html" } })
    expect([response.status, response.headers.get("allow")], method).toEqual([405, "POST, OPTIONS"])
    expect(response.headers.get("content-security-policy"), "the answer has no page policy").toBeNull()
  }
})
