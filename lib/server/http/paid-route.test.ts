import { decodePaymentResponseHeader } from "@x402/core/http"
import { expect, test } from "vitest"
import { openApi } from "@/lib/server/documents/openapi"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { signArtifacts } from "@/lib/x402/wire/signed-artifacts"
import { authorize, base64, freeContract, newPayer, payloadV1, payloadV2 } from "@/tools/testing/payments/fixtures"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"
import { freeRoute } from "./free-route"

test("an answer has its version as ETag, also when it is fetched again", async () => {
  const { get } = await openPaidRoute()
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  const tags = [(await get(headers)).headers.get("etag"), (await get(headers)).headers.get("etag")]
  expect(tags).toEqual(['W/"7-abc"', 'W/"7-abc"'])
})

test("OPTIONS is answered 200 with the terms of the 402, and a CORS preflight 204 without them", async () => {
  const { route, get } = await openPaidRoute()
  const context = { params: Promise.resolve({ coin: "BTC" }) }
  const options = (headers: HeadersInit = {}) =>
    route.OPTIONS(new Request("http://localhost/api/quote/BTC", { method: "OPTIONS", headers }), context)
  const described = await options()
  expect([described.status, described.headers.get("allow")]).toEqual([200, "GET, HEAD, OPTIONS"])
  expect(described.headers.get("payment-required")).toBe((await get()).headers.get("payment-required"))
  expect(await described.json()).toMatchObject({ error: "payment_required" })
  const preflight = await options({ "Access-Control-Request-Method": "GET" })
  expect([preflight.status, preflight.headers.has("payment-required")]).toEqual([204, false])
})

test("a 402 names the preview and the free documents", async () => {
  const { get, endpoint } = await openPaidRoute()
  expect(await (await get()).json()).toMatchObject({
    preview: null,
    free: {
      versions: "https://signal402.example/api/versions",
      record: "https://signal402.example/api/record",
      sample: "https://signal402.example/api/sample?of=%2Fquote%2FBTC",
    },
  })
  endpoint.preview = versionsContract.response.parse(versionsContract.example).versions["/signal/BTC"] ?? null
  expect(await (await get()).json()).toMatchObject({ preview: { version: 17, status: "current" } })
  const refused = await get({ "payment-signature": "%" })
  expect(await refused.json()).toMatchObject({ preview: { version: 17 } })
})

test("a 402 lists ignored parameters, which do not change the quote", async () => {
  const { route, endpoint } = await openPaidRoute()
  const quote = async (query: string) => {
    const response = await route.GET(new Request(`http://localhost/api/quote/BTC?${query}`), {
      params: Promise.resolve({ coin: "BTC" }),
    })
    return { header: response.headers.get("payment-required"), body: (await response.json()) as object }
  }
  const plain = await quote("")
  expect(plain.body).not.toHaveProperty("ignored_parameters")
  const misnamed = await quote("amount_usd=500&RISK=aggressive&RISK=none&%22=")
  expect(misnamed.body).toMatchObject({ ignored_parameters: ["amount_usd", "RISK", '"'] })
  expect(misnamed.header, "the same quote").toBe(plain.header)
  const hostile = await quote(Array.from({ length: 500 }, (_, i) => `${"x".repeat(300)}${i}=1`).join("&"))
  const { ignored_parameters: named } = hostile.body as { ignored_parameters: string[] }
  expect([named.length, named[0]?.length]).toEqual([10, 100])
  expect(endpoint.served()).toBe(0)
})

test("the 402 of a refused payment also lists ignored parameters", async () => {
  const { route } = await openPaidRoute()
  const request = new Request("http://localhost/api/quote/BTC?amount_usd=500", { headers: { "x-payment": "%" } })
  const refused = await route.GET(request, { params: Promise.resolve({ coin: "BTC" }) })
  expect(await refused.json()).toMatchObject({ error: "invalid_payload", ignored_parameters: ["amount_usd"] })
})

test.each(["%", "", "0x12", "null", base64(null), base64({ x402Version: 7 }), base64({ x402Version: 1 })])(
  "an unreadable payment (%s) gets a payment-response header that the official client decodes",
  async (value) => {
    const { get } = await openPaidRoute()
    for (const name of ["payment-signature", "x-payment"]) {
      const refused = await get({ [name]: value })
      const { error } = (await refused.json()) as { error: string }
      const outcome = refused.headers.get("payment-response") ?? ""
      expect(refused.headers.get("x-payment-response")).toBe(outcome)
      expect(decodePaymentResponseHeader(outcome)).toEqual({
        success: false,
        errorReason: error,
        transaction: "",
        network: "eip155:8453",
        payer: "",
      })
    }
    expect((await get()).headers.get("payment-response"), "the request has no payment").toBeNull()
  },
)

test("payments of both x402 versions buy, and each gets a receipt in its format", async () => {
  const { get } = await openPaidRoute()
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

test.each([
  ["1", false],
  ["2", true],
])("a later request with the same payment gets the same receipt of version %s to the byte", async (_, bindsAnswer) => {
  const { get, endpoint } = await openPaidRoute(signArtifacts(`0x${"42".repeat(32)}`, bindsAnswer))
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  const first = await get(headers)
  endpoint.fakes.nowMs += 60_000
  const again = await get(headers)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
})

test("the same payment in both headers is one payment; two different ones are refused", async () => {
  const { get, endpoint } = await openPaidRoute()
  const proof = await authorize(newPayer())
  const both = { "payment-signature": base64(payloadV2(proof)), "x-payment": base64(payloadV1(proof)) }
  expect((await get(both)).status).toBe(200)
  const other = base64(payloadV1(await authorize(newPayer())))
  const refused = await get({ ...both, "x-payment": other })
  expect([refused.status, await refused.json()]).toMatchObject([402, { error: "two_payments" }])
  expect(endpoint.served()).toBe(1)
})

test("for 50 concurrent copies of a proof one answer is computed, and all get the same body", async () => {
  const { get, endpoint } = await openPaidRoute()
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  const bodies = await Promise.all(Array.from({ length: 50 }, async () => (await get(headers)).text()))
  expect(new Set(bodies).size).toBe(1)
  expect(endpoint.served()).toBe(1)
})

test("a used proof is refused for another resource and gets the same bytes again", async () => {
  const { get } = await openPaidRoute()
  const proof = await authorize(newPayer())
  const first = await (await get({ "payment-signature": base64(payloadV2(proof)) })).text()
  const foreign = await get({ "x-payment": base64(payloadV1(proof)) }, "ETH")
  expect(foreign.status).toBe(402)
  expect(await foreign.json()).toMatchObject({ error: "payment_already_used" })
  expect(await (await get({ "x-payment": base64(payloadV1(proof)) })).text()).toBe(first)
})

test("a failed answer is not charged, and the same proof buys it later", async () => {
  const { get, endpoint } = await openPaidRoute()
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  endpoint.failing = true
  const failed = await get(headers)
  expect(failed.status).toBe(503)
  expect(await failed.json()).toMatchObject({ code: "data_unavailable", charged: "no" })
  endpoint.failing = false
  expect((await get(headers)).status).toBe(200)
})

test("a pending settlement is answered 503 with charged 'unknown'", async () => {
  const { get, endpoint } = await openPaidRoute()
  endpoint.fakes.settle = () => Promise.resolve({ kind: "pending", transaction: `0x${"ab".repeat(32)}` })
  const response = await get({ "payment-signature": base64(payloadV2(await authorize(newPayer()))) })
  expect(response.status).toBe(503)
  expect(response.headers.get("retry-after")).not.toBeNull()
  expect(await response.json()).toMatchObject({ code: "settlement_pending", charged: "unknown" })
})

test("while the ledger cannot be opened, a payment is answered 503 'unknown', and an unpaid request 402", async () => {
  const { get, endpoint } = await openPaidRoute()
  endpoint.broken = true
  expect((await get()).status).toBe(402)
  const response = await get({ "payment-signature": base64(payloadV2(await authorize(newPayer()))) })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: "settlement_pending", charged: "unknown" })
  expect(response.headers.get("payment-response")).not.toBeNull()
})

test("an invalid request is answered 400 with its field instead of 402", async () => {
  const { get } = await openPaidRoute()
  const response = await get({}, "DOGE")
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: "invalid_path",
    charged: "no",
    details: { coin: expect.any(String) },
  })
})

test("HEAD is answered like an unpaid GET without a body, even with a payment", async () => {
  const { get, endpoint } = await openPaidRoute()
  const head = await get({ "payment-signature": base64(payloadV2(await authorize(newPayer()))) }, "BTC", "HEAD")
  expect(head.status).toBe(402)
  expect(await head.text()).toBe("")
  expect(head.headers.get("payment-required")).toBe((await get()).headers.get("payment-required"))
  expect(endpoint.served()).toBe(0)
})

test("while settlement is paused a valid request is answered 503 instead of 402, an invalid request 400", async () => {
  const { get, endpoint } = await openPaidRoute()
  endpoint.paused = true
  for (const method of ["GET", "HEAD"] as const) {
    const response = await get({}, "BTC", method)
    expect([response.status, response.headers.get("payment-required")]).toEqual([503, null])
    expect(response.headers.get("retry-after")).not.toBeNull()
  }
  expect(await (await get()).json()).toMatchObject({ code: "chain_unavailable", charged: "no", retryable: true })
  expect((await get({}, "DOGE")).status).toBe(400)
  endpoint.paused = false
  expect((await get()).status).toBe(402)
})

test("other methods are answered 405 with Allow, and a preflight allows the payment headers", async () => {
  const { get, route } = await openPaidRoute()
  const refused = await get({}, "BTC", "POST")
  expect(refused.status).toBe(405)
  expect(refused.headers.get("allow")).toBe("GET, HEAD, OPTIONS")
  const exposed = refused.headers.get("access-control-expose-headers")
  for (const name of ["Allow", "Date"]) expect(exposed, "readable by a page of another origin").toContain(name)
  const request = new Request("http://localhost/api/quote/BTC", {
    method: "OPTIONS",
    headers: { "Access-Control-Request-Method": "GET" },
  })
  const preflight = await route.OPTIONS(request, { params: Promise.resolve({}) })
  expect(preflight.status).toBe(204)
  for (const name of ["PAYMENT-SIGNATURE", "X-PAYMENT", "Access-Control-Expose-Headers"]) {
    expect(preflight.headers.get("access-control-allow-headers")).toContain(name)
  }
})

test("an unexpected error is answered 500 without its message", async () => {
  const options = () => ({
    origin: "https://signal402.example",
    newRequestId: () => "request",
    log: () => undefined,
    now: () => 0,
  })
  const route = freeRoute(freeContract, () => Promise.reject(new Error("secret path")), options)
  const response = await route.GET(new Request("http://localhost/api/free"), { params: Promise.resolve({}) })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain("secret")
})

test("an answer whose version is not known in time is sold without an ETag", async () => {
  const { get, endpoint } = await openPaidRoute()
  endpoint.entityTag = new Promise(() => undefined)
  const response = await get({ "payment-signature": base64(payloadV2(await authorize(newPayer()))) })
  expect([response.status, response.headers.get("etag"), await response.json()]).toEqual([
    200,
    null,
    { coin: "BTC", serial: 1 },
  ])
})

test.each(["v1", "v2"] as const)(
  "an answer that does not fit its contract is answered 503 and logged, and the payment (%s) stays unspent",
  async (version) => {
    const { get, endpoint } = await openPaidRoute()
    const payload = { v1: payloadV1, v2: payloadV2 }[version](await authorize(newPayer()))
    const headers = { [version === "v1" ? "x-payment" : "payment-signature"]: base64(payload) }
    endpoint.malformed = true
    const refused = await get(headers)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: "data_unavailable", charged: "no", retryable: true })
    const { error } = endpoint.logged.at(-1) ?? {}
    expect(error).toMatchObject({
      name: "MalformedAnswerError",
      cause: { message: expect.stringMatching(/quote.*serial/s) },
    })
    endpoint.malformed = false
    expect(await (await get(headers)).json()).toEqual({ coin: "BTC", serial: 2 })
  },
)

test("OpenAPI declares every field of a 402 body", async () => {
  const { route } = await openPaidRoute()
  const request = new Request("http://localhost/api/quote/BTC?misnamed=1", { headers: { "x-payment": "%" } })
  const response = await route.GET(request, { params: Promise.resolve({ coin: "BTC" }) })
  const { components } = openApi({
    origin: "https://signal402.example",
    contact: null,
    network: "eip155:8453",
    ownershipProof: null,
  })
  const { items: ofBriefsOnly, ...properties } = components.schemas.PaymentRequired.properties
  expect(ofBriefsOnly).toBeDefined()
  const body = (await response.json()) as { transferProof: object }
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(body).toSorted())
  expect(Object.keys(properties.transferProof.properties)).toEqual(Object.keys(body.transferProof))
})

test("a malformed payment gets the names of its wrong fields", async () => {
  const { get, endpoint } = await openPaidRoute()
  const wrongOf = async (value: unknown) => {
    const refused = await get({ "payment-signature": typeof value === "string" ? value : base64(value) })
    const { error, invalid_fields } = (await refused.json()) as { error: string; invalid_fields?: object }
    return [refused.status, error, invalid_fields]
  }
  const proof = await authorize(newPayer())
  const v1 = payloadV1(proof)
  const changes = { to: undefined, nonce: "0x12", validAfter: -1, validBefore: "soon" }
  const authorization = { ...v1.payload.authorization, ...changes }
  expect(await wrongOf({ ...v1, payload: { ...v1.payload, authorization } })).toEqual([
    402,
    "invalid_payload",
    {
      "payload.authorization.to": "must be 0x and 40 hexadecimal digits",
      "payload.authorization.nonce": "must be 0x and 64 hexadecimal digits",
      "payload.authorization.validAfter": "must be a whole number in decimal digits",
      "payload.authorization.validBefore": "must be a whole number in decimal digits",
    },
  ])
  expect(await wrongOf({ ...payloadV2(proof), accepted: undefined })).toEqual([
    402,
    "invalid_payload",
    { accepted: "is required" },
  ])
  const { accepted } = payloadV2(proof)
  expect(await wrongOf({ ...payloadV2(proof), resource: "/", accepted: { ...accepted, amount: 50_000 } })).toEqual([
    402,
    "invalid_payload",
    { resource: "must be a JSON object", "accepted.amount": "must be a JSON string" },
  ])
  const bare = { "PAYMENT-SIGNATURE": "must be a JSON object, or base64 of one" }
  for (const value of ["%", "x".repeat(20_000)]) expect(await wrongOf(value)).toEqual([402, "invalid_payload", bare])
  expect(await wrongOf({ payload: {} })).toEqual([402, "invalid_payload", { x402Version: "must be 1 or 2" }])
  const version = { x402Version: "must be 1 or 2" }
  expect(await wrongOf({ x402Version: 7 })).toEqual([402, "invalid_x402_version", version])
  expect(endpoint.served()).toBe(0)
})
