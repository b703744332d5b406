import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { type BuyerError, type BuyerOptions, createBuyer, type PaymentScheme } from "@/clients/typescript/index"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => server.close().closeAllConnections())
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

test("a payment that could be used for longer than ten minutes is not signed", async () => {
  const liar = await openLiar({ offer: { maxTimeoutSeconds: 601 } })
  const buying = liar.buyer().buy("/signal/BTC")
  await expect(buying).rejects.toMatchObject({
    code: "invalid_response",
    charged: "no",
    message: expect.stringContaining("maxTimeoutSeconds: at most 600"),
  })
  expect(liar.payments).toEqual([])
})

test.each([
  ["refused", { status: 402, body: { error: "insufficient_funds" } }],
  ["not_charged", { status: 503, body: { code: "data_unavailable", charged: "no", retryable: false } }],
])("a service that says %s gets no more signatures in a day than maxPerDay", async (code, reply) => {
  const liar = await openLiar({ offer: { maxTimeoutSeconds: 2 }, paid: () => reply })
  const buyer = liar.buyer()
  const codes: unknown[] = []
  for (let count = 0; count < 5; count += 1) {
    codes.push(await buyer.buy("/signal/BTC").catch((error: BuyerError) => error.code))
  }
  expect(codes).toEqual([code, code, code, "day_limit_reached", "day_limit_reached"])
  expect([liar.payments.length, await buyer.spent()]).toEqual([3, 3n * PRICE])
  liar.nowMs += 86_399_999
  await expect(buyer.buy("/signal/BTC")).rejects.toMatchObject({ code: "day_limit_reached" })
  liar.nowMs += 1
  expect(await buyer.spent()).toBe(0n)
  await expect(buyer.buy("/signal/BTC")).rejects.toMatchObject({ code })
})

test("a refused payment counts no longer when the chain shows its authorization unused after its end", async () => {
  const liar = await openLiar({ paid: () => ({ status: 402, body: { error: "insufficient_funds" } }) })
  const asked: string[] = []
  let isUnused: () => boolean | Promise<boolean> = () => true
  const buyer = liar.buyer({
    maxPerDay: PRICE,
    isUnused: ({ nonce }) => {
      asked.push(nonce)
      return isUnused()
    },
  })
  const codeOf = () => buyer.buy("/signal/BTC").catch((error: BuyerError) => error.code)
  expect([await codeOf(), await codeOf(), asked]).toEqual(["refused", "day_limit_reached", []])
  liar.nowMs += 361_000
  for (const answer of [() => false, () => Promise.reject(new Error("no node"))]) {
    isUnused = answer
    expect(await codeOf()).toBe("day_limit_reached")
  }
  isUnused = () => true
  expect(await codeOf()).toBe("refused")
  expect(asked).toEqual(Array(3).fill(liar.payments[0]?.payload.authorization.nonce))
})

test("after a lost answer that is refused later, only payAgain signs a new payment", async () => {
  const closed = { status: 402, body: { error: "redelivery_window_closed" } }
  const liar = await openLiar({
    paid: (attempt) => (attempt === 1 ? "broken" : attempt < 5 ? closed : { status: 200, body: { a: 1 } }),
  })
  const buyer = liar.buyer()
  await expect(buyer.buy("/signal/BTC")).rejects.toMatchObject({ code: "outcome_unknown", charged: "unknown" })
  liar.nowMs += 301_000
  for (let count = 0; count < 2; count += 1) {
    await expect(buyer.buy("/signal/BTC")).rejects.toMatchObject({
      code: "outcome_unknown",
      charged: "unknown",
      reason: "redelivery_window_closed",
      message: expect.stringContaining(liar.payments[0]?.payload.authorization.nonce ?? "a nonce"),
    })
  }
  expect(await buyer.buy("/signal/BTC", { payAgain: true })).toMatchObject({ status: "bought", answer: { a: 1 } })
  const nonces = liar.payments.map(({ payload }) => payload.authorization.nonce)
  expect([nonces.length, new Set(nonces.slice(0, 4)).size, new Set(nonces).size]).toEqual([5, 1, 2])
  expect(await buyer.spent()).toBe(2n * PRICE)
})

test("payAgain pays once, when the answer is lost and refused in one call", async () => {
  const liar = await openLiar({
    paid: (attempt) => (attempt === 1 ? "broken" : { status: 402, body: { error: "payment_already_used" } }),
  })
  const buying = liar.buyer({ maxRetries: 1 }).buy("/signal/BTC", { payAgain: true })
  await expect(buying).rejects.toMatchObject({ code: "outcome_unknown", reason: "payment_already_used" })
  expect(new Set(liar.payments.map(({ payload }) => payload.authorization.nonce)).size).toBe(1)
})

test("what a hook, a signer or an offer breaks is a BuyerError that charges nothing", async () => {
  const fail = () => Promise.reject(new Error("boom"))
  const liar = await openLiar({})
  const declined = { name: "BuyerError", code: "declined", charged: "no", cause: { message: "boom" } }
  await expect(liar.buyer({ onBeforePayment: fail }).buy("/signal/BTC")).rejects.toMatchObject(declined)
  const signer = { ...newPayer(), signTypedData: fail }
  await expect(liar.buyer({ signer }).buy("/signal/BTC")).rejects.toMatchObject(declined)
  const bad = await openLiar({ extensions: { "payment-identifier": {} } })
  await expect(bad.buyer().buy("/signal/BTC")).rejects.toMatchObject({ code: "invalid_response", charged: "no" })
  const endless = liar.buyer().buy("/signal/BTC", { maxRetries: Number.NaN })
  await expect(endless).rejects.toMatchObject({ code: "invalid_option" })
  expect([liar.payments, bad.payments]).toEqual([[], []])
})

test.each([
  ["https://signal402.example/api/alerts", "signal402.example"],
  [`${terms.origin.replace("https:", "http:")}/api/alerts`, new URL(terms.origin).host],
  [`${terms.origin}/api/alerts`, "other.example"],
  [`${terms.origin}/login`, new URL(terms.origin).host],
])("no sign-in to %s of %s is signed", async (uri, domain) => {
  const liar = await openLiar({})
  const signed: string[] = []
  const signMessage = ({ message }: { readonly message: string }) => {
    signed.push(message)
    return Promise.resolve("0x" as const)
  }
  const sign_in = { uri, domain, statement: "x", version: "1", chainId: "eip155:1", nonce: "abcdefgh", issuedAt: "now" }
  const buyer = liar.buyer({
    origin: uri.includes("signal402.example/") ? "https://other.example" : terms.origin,
    signer: { ...newPayer(), signMessage },
    fetch: () => Promise.resolve(Response.json({ sign_in, watches: [] })),
  })
  await expect(buyer.alerts.list()).rejects.toMatchObject({ code: "invalid_response" })
  expect(signed).toEqual([])
})

test("a doubtful refusal leaves the voucher of a session open, and only payAgain replaces it", async () => {
  let signed = 0
  const scheme: PaymentScheme = {
    name: "batch-settlement",
    maxPerDay: PRICE,
    open: () => ({
      sign: ({ accepts: [accepted], ...terms }) =>
        Promise.resolve({ payload: { ...terms, accepted, payload: { voucher: (signed += 1) } }, deposit: 0n }),
      noteResponse: () => Promise.resolve(true),
      refund: () => Promise.resolve(0n),
    }),
  }
  const refused = { status: 402, body: { error: "payment_already_used" } }
  const liar = await openLiar({
    offer: { scheme: scheme.name },
    paid: (attempt) => (attempt === 1 ? "broken" : attempt < 5 ? refused : { status: 200, body: { a: 1 } }),
  })
  const buyer = liar.buyer({ session: scheme })
  for (let call = 0; call < 3; call += 1) {
    await expect(buyer.buy("/signal/BTC")).rejects.toMatchObject({ code: "outcome_unknown", charged: "unknown" })
  }
  await expect(buyer.buy("/signal/ETH")).rejects.toMatchObject({ code: "not_charged" })
  expect([signed, await buyer.spent()]).toEqual([1, PRICE])
  expect(await buyer.buy("/signal/BTC", { payAgain: true })).toMatchObject({ answer: { a: 1 } })
  expect([signed, liar.payments.length, await buyer.spent()]).toEqual([2, 5, 2n * PRICE])
})
