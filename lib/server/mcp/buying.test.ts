import { expect, test } from "vitest"
import { z } from "zod"
import { authorize, btc, newPayer, NOW_MS, payloadV1, payloadV2, signIn } from "@/tools/testing/payments/fixtures"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"
import { ToolAnswer } from "@/tools/testing/catalogue/mcp-client"
import { handlePost } from "./handle-post"
import type { McpService } from "./server"
import { toolsWithPrices } from "./tools"

/** The tool `signal` with a real payment gate and a real ledger. The answers of the endpoint are fixtures. */
async function openTool() {
  const { endpoint, get, route } = await openPaidRoute()
  const service: McpService = {
    dispatch: (_, request, segments) => route.GET(request, { params: Promise.resolve(segments) }),
    origin: "https://signal402.example",
    version: "1.0.0",
    instructions: "",
    tools: () => ({ list: toolsWithPrices(), isPaused: false }),
    onFault: () => undefined,
  }
  async function call(coin: string, meta: Record<string, unknown> = {}) {
    const params = { name: "signal", arguments: { coin }, _meta: meta }
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
    const response = await handlePost(new Request("https://signal402.example/mcp", { method: "POST", body }), service)
    return Result.parse(await response.json()).result
  }
  const pay = (payment: unknown, coin = "BTC") => call(coin, { "x402/payment": payment })
  return { endpoint, get, call, pay }
}

const Result = z.object({ result: ToolAnswer })

const SignInExtension = z.object({ "sign-in-with-x": z.object({ info: z.object({ nonce: z.string() }) }) })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64")

test("a replayed MCP payment returns the same answer over MCP and HTTP and is settled once", async () => {
  const { endpoint, get, pay } = await openTool()
  const authorization = await authorize(newPayer())
  const payment = payloadV2(authorization)
  const first = await pay(payment)
  expect(first.meta).toMatchObject({ "x402/payment-response": { success: true }, "signal402/etag": 'W/"7-abc"' })
  const again = await pay(payment)
  expect(again).toEqual(first)
  expect(await pay(payloadV1(authorization)), "as an x402 version 1 payload").toMatchObject({ content: first.content })
  const overHttp = await get({ "payment-signature": encode(payment) })
  expect([overHttp.status, await overHttp.text()]).toEqual([200, first.content[0].text])
  expect([endpoint.served(), endpoint.fakes.calls.filter((call) => call === "settle")]).toEqual([1, ["settle"]])
})

test("an MCP quote has the preview and the terms of the HTTP 402 response, without its parts for indexers", async () => {
  const { endpoint, get, call } = await openTool()
  const at = new Date(NOW_MS).toISOString()
  const commitment = "2c".repeat(32)
  for (const status of ["current", "unavailable"] as const) {
    endpoint.preview = { version: 7, commitment, data_as_of: at, changed_at: at, price_usdc: "0.05", status }
    const { content, structuredContent } = await call("BTC")
    const { message, charged, error } = (await (await get()).json()) as Record<string, object>
    expect(structuredContent).toMatchObject({ message, charged, error, x402Version: 2 })
    const { "sign-in-with-x": signIn } = structuredContent["extensions"] as Record<string, object>
    expect(signIn).toMatchObject({ info: { nonce: expect.any(String) }, supportedChains: [{ type: "eip191" }] })
    expect(JSON.stringify(structuredContent)).not.toMatch(/bazaar|transferProof/)
    expect(structuredContent["preview"]).toEqual(endpoint.preview)
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
  }
})

test("a sign-in with the nonce of a quote returns the answer that the wallet bought", async () => {
  const { call, pay } = await openTool()
  const payer = newPayer()
  const first = await pay(payloadV2(await authorize(payer)))
  const { nonce } = SignInExtension.parse((await call("BTC")).structuredContent["extensions"])["sign-in-with-x"].info
  const proof = await signIn(payer, btc, { nonce, nowMs: NOW_MS })
  expect((await call("BTC", { "signal402/sign-in-with-x": proof })).content).toEqual(first.content)
})

test("an answer that was bought over HTTP is returned again over MCP", async () => {
  const { endpoint, get, pay } = await openTool()
  const payment = payloadV2(await authorize(newPayer()))
  const body = await (await get({ "payment-signature": encode(payment) })).text()
  expect((await pay(payment)).content[0].text).toBe(body)
  expect(endpoint.served()).toBe(1)
})

test("a payment as base64 or JSON text is accepted, and the answer is sold once", async () => {
  const { endpoint, pay } = await openTool()
  const payment = payloadV2(await authorize(newPayer()))
  const [first, second, third] = [await pay(encode(payment)), await pay(JSON.stringify(payment)), await pay(payment)]
  expect(first.isError).toBeUndefined()
  expect([second.content, third.content]).toEqual([first.content, first.content])
  expect(endpoint.served()).toBe(1)
})

test("a payment for another resource is rejected with payment_resource_mismatch and a new quote", async () => {
  const { endpoint, pay } = await openTool()
  const payment = payloadV2(await authorize(newPayer()))
  await pay(payment)
  const { isError, structuredContent, meta } = await pay(payment, "ETH")
  expect([isError, structuredContent]).toMatchObject([true, { x402Version: 2, error: "payment_resource_mismatch" }])
  expect(meta["x402/payment-response"]).toMatchObject({ success: false, errorReason: "payment_resource_mismatch" })
  expect(endpoint.served()).toBe(1)
})

test("a malformed payment is rejected with invalid_payload", async () => {
  const { endpoint, pay } = await openTool()
  for (const malformed of [null, 7, "0x", [], {}, { x402Version: 2 }, { padding: "x".repeat(20_000) }]) {
    expect((await pay(malformed)).structuredContent).toMatchObject({ error: "invalid_payload" })
  }
  expect([endpoint.served(), endpoint.fakes.calls]).toEqual([0, []])
})

test("while a settlement is pending, the result has no terms and tells the payer not to sign again", async () => {
  const { endpoint, pay } = await openTool()
  const payment = payloadV2(await authorize(newPayer()))
  endpoint.broken = true
  const pending = await pay(payment)
  expect(pending.content[0].text).toMatch(/same payment.*do not sign again/)
  expect(pending.structuredContent).toMatchObject({ code: "settlement_pending", charged: "unknown" })
  expect(JSON.stringify(pending)).not.toContain("accepts")
  endpoint.broken = false
  expect((await pay(payment)).isError).toBeUndefined()
  expect(endpoint.served()).toBe(1)
})

test("an unsupported coin fails before a price is quoted, and a failed answer is not charged", async () => {
  const { endpoint, call, pay } = await openTool()
  expect((await call("DOGE")).structuredContent).toMatchObject({ code: "invalid_path", charged: "no" })
  endpoint.failing = true
  const payment = payloadV2(await authorize(newPayer()))
  expect((await pay(payment)).structuredContent).toMatchObject({ code: "data_unavailable", charged: "no" })
  endpoint.failing = false
  expect((await pay(payment)).isError).toBeUndefined()
})

test("a wallet that paid signs in and receives its answer again without a charge", async () => {
  const { endpoint, call, pay } = await openTool()
  const payer = newPayer()
  const first = await pay(payloadV2(await authorize(payer)))
  const proof = await signIn(payer, btc, { nonce: "a1b2c3d4e5f6", nowMs: NOW_MS })
  const again = await call("BTC", { "signal402/sign-in-with-x": proof })
  expect(again.content).toEqual(first.content)
  expect(again.meta["signal402/purchase"]).toMatchObject({ amount: "50000" })
  expect(endpoint.served()).toBe(1)
})
