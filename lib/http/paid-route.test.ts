import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { GateOutcome } from "@/lib/payments/gate"
import { explainReason, type PaymentReason } from "@/lib/payments/reason"
import { signArtifacts, type SignedArtifacts } from "@/lib/payments/signed-artifacts"
import { openGate } from "@/lib/testing/payment-fakes"
import {
  authorize,
  base64,
  btc,
  freeContract,
  newPayer,
  NOW_MS,
  payloadV1,
  payloadV2,
  quoteContract,
  signIn,
  terms,
} from "@/lib/testing/payment-fixtures"
import { freeRoute } from "./free-route"
import { paidRoute } from "./paid-route"

async function openShop(artifacts: SignedArtifacts | null = null) {
  const { gate, world } = await openGate()
  let served = 0
  const shop = { failing: false, paused: false, served: () => served, outcomes: [] as GateOutcome[], world }
  const options = () => ({
    newRequestId: () => "request",
    log: () => undefined,
    now: () => 0,
    terms,
    clock: () => world.nowMs,
    artifacts,
    newNonce: () => "a1b2c3d4e5f67890a1b2c3d4e5f67890",
    answerDeadlineMs: 1_000,
    isPaused: () => shop.paused,
    entityTagOf: () => Promise.resolve('"7-abc"'),
  })
  const route = paidRoute(
    quoteContract,
    ({ coin }) => {
      if (shop.failing) throw new DataUnavailableError("The feed is down.")
      served += 1
      return Promise.resolve({ coin, serial: served })
    },
    options,
    () => Promise.resolve(gate),
  )
  const get = (headers: Record<string, string> = {}, coin = "BTC", method: "GET" | "HEAD" | "POST" = "GET") =>
    route[method](new Request(`http://localhost/api/quote/${coin}`, { method, headers }), {
      params: Promise.resolve({ coin }),
    })
  return { shop, get, route }
}

const printable = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
})

test("10,000 hostile payment headers: always 402 with a reason of ours, never a throw, never an answer", async () => {
  const { shop, get } = await openShop()
  const valid = payloadV2(await authorize(newPayer()))
  const header = fc.oneof(
    printable,
    fc.jsonValue().map((value) => base64(value)),
    fc.json().map((text) => base64(text)),
    fc.base64String(),
    mutated(valid).map((value) => base64(value)),
    fc.constantFrom(
      "null",
      "[]",
      "{}",
      base64("null"),
      base64([]),
      base64({ x402Version: 7 }),
      base64("[".repeat(4_000)),
    ),
  )
  await fc.assert(
    fc.asyncProperty(header, fc.constantFrom("payment-signature", "x-payment"), async (value, name) => {
      const response = await get({ [name]: value })
      const body = (await response.json()) as { error: PaymentReason }
      expect(response.status).toBe(402)
      expect(explainReason(body.error)).toMatch(/\.$/)
    }),
    { numRuns: 10_000 },
  )
  expect(shop.served()).toBe(0)
}, 120_000)

/** A valid payload with one leaf replaced by anything; the leaf that is not signed and may differ is left alone. */
function mutated(payload: ReturnType<typeof payloadV2>) {
  const { authorization } = payload.payload
  const field = fc.constantFrom(
    ...Object.keys(authorization),
    "signature",
    "network",
    "amount",
    "scheme",
    "x402Version",
  )
  return fc.tuple(field, fc.jsonValue()).map(([name, value]) => ({
    ...payload,
    ...(name === "x402Version" ? { x402Version: value === 2 ? 3 : value } : {}),
    accepted: { ...payload.accepted, ...(name in payload.accepted ? { [name]: value } : {}) },
    payload: {
      signature: name === "signature" ? value : payload.payload.signature,
      authorization: { ...authorization, ...(name in authorization ? { [name]: value } : {}) },
    },
  }))
}

test("an answer carries its version, and the same one when it is fetched again", async () => {
  const { get } = await openShop()
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  const tags = [(await get(headers)).headers.get("etag"), (await get(headers)).headers.get("etag")]
  expect(tags).toEqual(['"7-abc"', '"7-abc"'])
})

test("either dialect buys, and hears of its receipt in its own words", async () => {
  const { get } = await openShop()
  const v1 = await get({ "x-payment": base64(payloadV1(await authorize(newPayer()))) })
  const v2 = await get({ "payment-signature": base64(payloadV2(await authorize(newPayer()))) })
  for (const [response, network] of [
    [v1, "base"],
    [v2, "eip155:8453"],
  ] as const) {
    expect(response.status).toBe(200)
    const receipt = JSON.parse(
      Buffer.from(response.headers.get("payment-response") ?? "", "base64").toString(),
    ) as object
    expect(receipt).toMatchObject({ success: true, network, amount: "50000" })
    expect(response.headers.get("x-payment-response")).toBe(response.headers.get("payment-response"))
    expect(response.headers.get("cache-control")).toContain("no-store")
  }
})

test("where there is a key for it, the receipt that comes with the answer is signed, in either dialect", async () => {
  const { get } = await openShop(signArtifacts(`0x${"42".repeat(32)}`))
  const payer = newPayer()
  for (const headers of [
    { "x-payment": base64(payloadV1(await authorize(payer))) },
    { "payment-signature": base64(payloadV2(await authorize(payer))) },
  ]) {
    const header = (await get(headers)).headers.get("payment-response") ?? ""
    expect(JSON.parse(Buffer.from(header, "base64").toString())).toMatchObject({
      success: true,
      extensions: {
        "offer-receipt": {
          info: {
            receipt: {
              format: "eip712",
              payload: { network: "eip155:8453", payer: payer.address.toLowerCase(), transaction: expect.any(String) },
            },
          },
        },
      },
    })
  }
})

test("the same payment in both headers is one payment; two different ones are refused", async () => {
  const { get, shop } = await openShop()
  const proof = await authorize(newPayer())
  const both = { "payment-signature": base64(payloadV2(proof)), "x-payment": base64(payloadV1(proof)) }
  expect((await get(both)).status).toBe(200)
  const other = base64(payloadV1(await authorize(newPayer())))
  expect((await get({ ...both, "x-payment": other })).status).toBe(402)
  expect(shop.served()).toBe(1)
})

test("50 copies of one proof at once: one answer is computed, one body is heard", async () => {
  const { get, shop } = await openShop()
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  const bodies = await Promise.all(Array.from({ length: 50 }, async () => (await get(headers)).text()))
  expect(new Set(bodies).size).toBe(1)
  expect(shop.served()).toBe(1)
})

test("a proof that bought one thing buys no other, and fetches the same bytes again", async () => {
  const { get } = await openShop()
  const proof = await authorize(newPayer())
  const first = await (await get({ "payment-signature": base64(payloadV2(proof)) })).text()
  const foreign = await get({ "x-payment": base64(payloadV1(proof)) }, "ETH")
  expect(foreign.status).toBe(402)
  expect(await foreign.json()).toMatchObject({ error: "payment_already_used" })
  expect(await (await get({ "x-payment": base64(payloadV1(proof)) })).text()).toBe(first)
})

describe("signing in", () => {
  const moment = (nonce: string) => ({ nonce, nowMs: NOW_MS })
  const header = async (payer: ReturnType<typeof newPayer>, nonce = "a1b2c3d4e5f6") => ({
    "sign-in-with-x": base64(await signIn(payer, btc, moment(nonce))),
  })

  test("is announced with a message that can be signed as it stands", async () => {
    const { get } = await openShop()
    const required = (await get()).headers.get("payment-required") ?? ""
    expect(JSON.parse(Buffer.from(required, "base64").toString())).toMatchObject({
      extensions: {
        "sign-in-with-x": {
          info: {
            domain: "signal402.example",
            uri: `${terms.origin}/api/quote/BTC`,
            nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
          },
          supportedChains: [{ chainId: "eip155:8453", type: "eip191" }],
        },
      },
    })
  })

  test("fetches what was bought, without a receipt for there is no charge; once", async () => {
    const { get, shop } = await openShop()
    const payer = newPayer()
    const first = await get({ "payment-signature": base64(payloadV2(await authorize(payer))) })
    const signed = await header(payer)
    const again = await get(signed)
    expect([again.status, await again.text()]).toEqual([200, await first.text()])
    expect([again.headers.get("payment-response"), again.headers.get("etag")]).toEqual([null, '"7-abc"'])
    const third = await get(signed)
    expect([third.status, await third.json()]).toMatchObject([402, { error: "invalid_siwx_nonce" }])
    expect(third.headers.get("payment-required")).not.toBeNull()
    expect(shop.served()).toBe(1)
  })

  test("is possible while nobody can pay", async () => {
    const { get, shop } = await openShop()
    const payer = newPayer()
    await get({ "payment-signature": base64(payloadV2(await authorize(payer))) })
    shop.paused = true
    expect((await get(await header(payer))).status).toBe(200)
  })

  test("beside a payment is not asked: who pays wants a new answer", async () => {
    const { get, shop } = await openShop()
    const payer = newPayer()
    const pay = async () => ({ "payment-signature": base64(payloadV2(await authorize(payer))) })
    await get(await pay())
    const both = await get({ ...(await pay()), ...(await header(payer)) })
    expect([both.status, shop.served()]).toEqual([200, 2])
  })

  test.each(["", "null", "x".repeat(20_000), base64({ domain: "evil.example" })])("%s is refused", async (value) => {
    const { get } = await openShop()
    const response = await get({ "sign-in-with-x": value })
    expect([response.status, await response.json()]).toMatchObject([402, { error: "invalid_siwx_payload" }])
  })

  test("the whole challenge stays below 6 kB, for clients take 16 of headers", async () => {
    const { get } = await openShop()
    expect((await get()).headers.get("payment-required")?.length).toBeLessThan(6_000)
  })
})

describe("a payment identifier", () => {
  const identified = async (payer: ReturnType<typeof newPayer>, id: unknown = "pay_7d5d747be160e280504c") => {
    const extensions = { "payment-identifier": { info: { required: false, id } } }
    return { "payment-signature": base64({ ...payloadV2(await authorize(payer)), extensions }) }
  }

  test("is announced as optional, in the words of the extension", async () => {
    const { get } = await openShop()
    const required = (await get()).headers.get("payment-required") ?? ""
    expect(JSON.parse(Buffer.from(required, "base64").toString())).toMatchObject({
      extensions: { "payment-identifier": { info: { required: false }, schema: { required: ["required"] } } },
    })
  })

  test("and a new signature fetch the first answer; for another question it is 409 and nothing is charged", async () => {
    const { get, shop } = await openShop()
    const payer = newPayer()
    const [first, second] = [await get(await identified(payer)), await get(await identified(payer))]
    expect([first.status, second.status, shop.served()]).toEqual([200, 200, 1])
    expect(second.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
    expect(await second.text()).toBe(await first.text())
    const unsaid = { ...payloadV2(await authorize(payer)), resource: undefined }
    const extensions = { "payment-identifier": { info: { required: false, id: "pay_7d5d747be160e280504c" } } }
    const conflict = await get({ "payment-signature": base64({ ...unsaid, extensions }) }, "ETH")
    expect(conflict.status).toBe(409)
    expect(await conflict.json()).toMatchObject({
      code: "payment_conflict",
      charged: "no",
      details: { reason: "payment_identifier_conflict" },
    })
  })

  test.each(["short", "x".repeat(129), "with space and more", 7, null])("%s is none, and refused", async (id) => {
    const { get, shop } = await openShop()
    const response = await get(await identified(newPayer(), id))
    expect(await response.json()).toMatchObject({ error: "invalid_payment_identifier" })
    expect([response.status, shop.served()]).toEqual([402, 0])
  })

  test("that is only echoed asks for nothing", async () => {
    const { get } = await openShop()
    expect((await get(await identified(newPayer(), undefined))).status).toBe(200)
  })
})

test("an answer that fails charges nothing, and the same proof buys it later", async () => {
  const { get, shop } = await openShop()
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  shop.failing = true
  const failed = await get(headers)
  expect(failed.status).toBe(503)
  expect(await failed.json()).toMatchObject({ code: "data_unavailable", charged: "no" })
  shop.failing = false
  expect((await get(headers)).status).toBe(200)
})

test("an unknown settlement is 503 with the hash and 'unknown', never 402", async () => {
  const { get, shop } = await openShop()
  shop.world.settle = () => Promise.resolve({ kind: "pending", transaction: `0x${"ab".repeat(32)}` })
  const response = await get({ "payment-signature": base64(payloadV2(await authorize(newPayer()))) })
  expect(response.status).toBe(503)
  expect(response.headers.get("retry-after")).not.toBeNull()
  expect(await response.json()).toMatchObject({ code: "settlement_pending", charged: "unknown" })
})

test("a bad question is answered before any price, and names its field", async () => {
  const { get } = await openShop()
  const response = await get({}, "DOGE")
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: "invalid_path",
    charged: "no",
    details: { coin: expect.any(String) },
  })
})

test("HEAD is an unpaid GET without a body, even with a payment", async () => {
  const { get, shop } = await openShop()
  const head = await get({ "payment-signature": base64(payloadV2(await authorize(newPayer()))) }, "BTC", "HEAD")
  expect(head.status).toBe(402)
  expect(await head.text()).toBe("")
  expect(head.headers.get("payment-required")).toBe((await get()).headers.get("payment-required"))
  expect(shop.served()).toBe(0)
})

test("while nothing can be submitted nobody is asked to sign: 503 instead of 402, for a bad question 400 as ever", async () => {
  const { get, shop } = await openShop()
  shop.paused = true
  for (const method of ["GET", "HEAD"] as const) {
    const response = await get({}, "BTC", method)
    expect([response.status, response.headers.get("payment-required")]).toEqual([503, null])
    expect(response.headers.get("retry-after")).not.toBeNull()
  }
  expect(await (await get()).json()).toMatchObject({ code: "chain_unavailable", charged: "no", retryable: true })
  expect((await get({}, "DOGE")).status).toBe(400)
  shop.paused = false
  expect((await get()).status).toBe(402)
})

test("other methods are 405 with what is allowed; a preflight allows what clients send", async () => {
  const { get, route } = await openShop()
  const refused = await get({}, "BTC", "POST")
  expect(refused.status).toBe(405)
  expect(refused.headers.get("allow")).toBe("GET, HEAD, OPTIONS")
  const request = new Request("http://localhost/api/quote/BTC", { method: "OPTIONS" })
  const preflight = await route.OPTIONS(request, { params: Promise.resolve({}) })
  expect(preflight.status).toBe(204)
  for (const name of ["PAYMENT-SIGNATURE", "X-PAYMENT", "Access-Control-Expose-Headers"]) {
    expect(preflight.headers.get("access-control-allow-headers")).toContain(name)
  }
})

test("a fault that is not ours tells strangers nothing", async () => {
  const options = () => ({ newRequestId: () => "request", log: () => undefined, now: () => 0 })
  const route = freeRoute(freeContract, () => Promise.reject(new Error("secret path")), options)
  const response = await route.GET(new Request("http://localhost/api/free"), { params: Promise.resolve({}) })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain("secret")
})
