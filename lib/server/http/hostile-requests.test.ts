import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { explainReason, type PaymentReason } from "@/lib/x402/wire/reason"
import {
  authorize,
  base64,
  btc,
  newPayer,
  NOW_MS,
  payloadV1,
  payloadV2,
  signIn,
} from "@/tools/testing/payments/fixtures"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"

const printable = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
})

test("10,000 hostile payment headers are all refused with 402 and a documented reason", async () => {
  const { endpoint, get } = await openPaidRoute()
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
    fc.asyncProperty(
      header,
      fc.constantFrom("payment-signature", "x-payment", "authorization"),
      async (value, name) => {
        const response = await get({ [name]: name === "authorization" ? `Payment ${value}` : value })
        const body = (await response.json()) as { error: PaymentReason }
        expect(response.status).toBe(402)
        expect(explainReason(body.error)).toMatch(/\.$/)
      },
    ),
    { numRuns: 10_000 },
  )
  expect(endpoint.served()).toBe(0)
}, 120_000)

/** A valid payload with one signed or compared field replaced by any JSON value. */
function mutated(payload: ReturnType<typeof payloadV2>) {
  const { signature, ...rest } = payload.payload
  const [part, signed]: [string, object] = Object.entries(rest)[0] ?? ["", {}]
  const field = fc.constantFrom(...Object.keys(signed), "signature", "network", "amount", "scheme", "x402Version")
  return fc.tuple(field, fc.jsonValue()).map(([name, value]) => ({
    ...payload,
    ...(name === "x402Version" ? { x402Version: value === 2 ? 3 : value } : {}),
    accepted: { ...payload.accepted, ...(name in payload.accepted ? { [name]: value } : {}) },
    payload: {
      signature: name === "signature" ? value : signature,
      [part]: { ...signed, ...(name in signed ? { [name]: value } : {}) },
    },
  }))
}

describe("a used payment that is sent again", () => {
  async function used() {
    const opened = await openPaidRoute()
    const proof = await authorize(newPayer())
    const headers = { "payment-signature": base64(payloadV2(proof)) }
    const first = await (await opened.get(headers)).text()
    return { ...opened, headers, proof, first }
  }

  test.each(["http://evil.example", "https://signal402.example", "http://127.0.0.1:9", "http://localhost:1/..//"])(
    "to the host %s gets the same bytes without a computation or a transfer",
    async (origin) => {
      const { get, endpoint, headers, first } = await used()
      const again = await get(
        { ...headers, host: "evil.example", "x-forwarded-host": "evil.example" },
        "BTC",
        "GET",
        origin,
      )
      expect([again.status, await again.text(), endpoint.served()]).toEqual([200, first, 1])
      expect(endpoint.fakes.calls.filter((call) => call === "settle")).toHaveLength(1)
    },
  )

  test.each(["http://evil.example", "https://signal402.example"])(
    "to the host %s for another resource is refused",
    async (origin) => {
      const { get, endpoint, proof } = await used()
      const again = await get({ "x-payment": base64(payloadV1(proof)) }, "ETH", "GET", origin)
      expect([again.status, await again.json(), endpoint.served()]).toMatchObject([
        402,
        { error: "payment_already_used" },
        1,
      ])
    },
  )

  test.each([
    ["HEAD", 402],
    ["POST", 405],
    ["PUT", 405],
    ["PATCH", 405],
    ["DELETE", 405],
    ["OPTIONS", 200],
  ] as const)("with %s is answered %i without the bought answer", async (method, status) => {
    const { get, endpoint, headers, first } = await used()
    const response = await get(headers, "BTC", method)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain(first)
    expect(endpoint.served()).toBe(1)
  })

  test("is refused, as is an unused payment with another method than GET, which stays unused", async () => {
    const { get, endpoint } = await openPaidRoute()
    const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
    for (const method of ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)
      await get(headers, "BTC", method)
    expect([endpoint.served(), endpoint.fakes.calls]).toEqual([0, []])
    expect((await get(headers)).status).toBe(200)
  })
})

test.each(["payment-signature", "x-payment"])(
  "%s above 16 kB is refused, although its payment is valid",
  async (name) => {
    const { get, endpoint } = await openPaidRoute()
    const payload = name === "x-payment" ? payloadV1 : payloadV2
    const oversized = { ...payload(await authorize(newPayer())), padding: "x".repeat(16_384) }
    const response = await get({ [name]: base64(oversized) })
    expect([response.status, await response.json()]).toMatchObject([402, { error: "invalid_payload" }])
    expect([endpoint.served(), endpoint.fakes.calls]).toEqual([0, []])
  },
)

test("a client that disconnects while its answer is computed can fetch the answer later", async () => {
  const { get, endpoint, route } = await openPaidRoute()
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  const abortController = new AbortController()
  const request = new Request("http://localhost/api/quote/BTC", { headers, signal: abortController.signal })
  const answered = route.GET(request, { params: Promise.resolve({ coin: "BTC" }) })
  abortController.abort()
  await answered
  expect([(await get(headers)).status, endpoint.served()]).toEqual([200, 1])
})

test("a sign-in for another resource, or with another method than GET, is refused and its nonce unused", async () => {
  const { get, endpoint } = await openPaidRoute()
  const payer = newPayer()
  await get({ "payment-signature": base64(payloadV2(await authorize(payer))) })
  const headers = { "sign-in-with-x": base64(await signIn(payer, btc, { nonce: "a1b2c3d4e5f6", nowMs: NOW_MS })) }
  const other = await get(headers, "ETH")
  expect([other.status, await other.json()]).toMatchObject([402, { error: "invalid_siwx_uri_mismatch" }])
  expect((await get(headers, "BTC", "HEAD")).status).toBe(402)
  expect((await get(headers, "BTC", "POST")).status).toBe(405)
  expect(
    (await get(headers, "BTC", "GET", "http://evil.example")).status,
    "the refused requests did not use the nonce",
  ).toBe(200)
  expect(endpoint.served()).toBe(1)
})
