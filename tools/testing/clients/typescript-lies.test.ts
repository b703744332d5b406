import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { type BuyerOptions, createBuyer } from "@/clients/typescript/index"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Payment = { readonly payload: { readonly authorization: { readonly nonce: string; readonly value: string } } }
type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
type Lies = {
  readonly offer?: object
  readonly extensions?: object
  readonly paid?: (attempt: number, url: string) => Reply | "broken"
}

/** A service over real connections that says what the test wants it to say. */
async function openLiar({ offer = {}, extensions, paid = () => ({ status: 200, body: { a: 1 } }) }: Lies) {
  const liar = { nowMs: 1_790_000_000_000, payments: [] as Payment[], buyer }
  const origin = await listen((request, response) => {
    const header = request.headers["payment-signature"]
    const url = request.url ?? ""
    if (typeof header === "string") {
      liar.payments.push(JSON.parse(Buffer.from(header, "base64").toString("utf8")) as Payment)
      const reply = paid(liar.payments.length, url)
      if (reply === "broken") return void request.socket.destroy()
      return void response.writeHead(reply.status, reply.headers).end(JSON.stringify(reply.body ?? {}))
    }
    const accepted = {
      scheme: "exact",
      network: "eip155:8453",
      amount: String(PRICE),
      asset: terms.asset,
      payTo: terms.payTo,
      maxTimeoutSeconds: 300,
      extra: { name: "USD Coin", version: "2" },
      ...offer,
    }
    const required = { x402Version: 2, resource: { url: origin + url }, accepts: [accepted], extensions }
    const encoded = Buffer.from(JSON.stringify(required)).toString("base64")
    response.writeHead(402, { "PAYMENT-REQUIRED": encoded }).end("{}")
  })
  function buyer(changes: Partial<BuyerOptions> = {}) {
    return createBuyer({
      origin,
      signer: newPayer(),
      asset: terms.asset,
      maxAmountPerPayment: PRICE,
      maxPerDay: 3n * PRICE,
      maxRetries: 0,
      now: () => liar.nowMs,
      sleep: () => Promise.resolve(),
      ...changes,
    })
  }
  return liar
}

test.each([302, 307, 308])("a redirect (%i) does not carry a payment to another host", async (status) => {
  const reached: unknown[] = []
  const other = await listen((request, response) => {
    reached.push(request.headers["payment-signature"])
    response.writeHead(200).end("{}")
  })
  const liar = await openLiar({ paid: (_, url) => ({ status, headers: { Location: other + url } }) })
  const buying = liar.buyer().buy("/signal/BTC")
  await expect(buying).rejects.toMatchObject({ code: "outcome_unknown", charged: "unknown" })
  const free = await listen((_, response) => response.writeHead(status, { Location: other }).end())
  await expect(liar.buyer({ origin: free }).get("/status")).rejects.toMatchObject({ code: "not_charged" })
  await expect(liar.buyer({ origin: free }).quote("/signal/BTC")).rejects.toMatchObject({ code: "not_charged" })
  expect([liar.payments.length, reached]).toEqual([1, []])
})
