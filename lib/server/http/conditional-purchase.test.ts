import { expect, test } from "vitest"
import { authorize, base64, newPayer, payloadV1, payloadV2 } from "@/tools/testing/payments/fixtures"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"

const TAG = 'W/"7-abc"'
const KEY = "order-2026-11-20-0001"

test("If-None-Match with the current version is answered 304 without a charge", async () => {
  const { get, endpoint } = await openPaidRoute()
  const response = await get({ "If-None-Match": TAG })
  expect([response.status, await response.text(), response.headers.get("etag")]).toEqual([304, "", TAG])
  expect(endpoint.served()).toBe(0)
})

test("a payment with a matching If-None-Match is not charged and buys later", async () => {
  const { get, endpoint } = await openPaidRoute()
  const payment = base64(payloadV2(await authorize(newPayer())))
  const unchanged = await get({ "payment-signature": payment, "If-None-Match": `"1", ${TAG}` })
  expect([unchanged.status, unchanged.headers.has("payment-response"), endpoint.served()]).toEqual([304, false, 0])
  const bought = await get({ "payment-signature": payment })
  expect([bought.status, endpoint.served()]).toEqual([200, 1])
})

test("If-None-Match with another version is answered as if it were absent", async () => {
  const { get } = await openPaidRoute()
  expect((await get({ "If-None-Match": 'W/"6-abc"' })).status).toBe(402)
  const payment = base64(payloadV2(await authorize(newPayer())))
  expect((await get({ "payment-signature": payment, "If-None-Match": 'W/"6-abc"' })).status).toBe(200)
})

test("with x402 version 1, a second signature with the same Idempotency-Key is not charged", async () => {
  const { get, endpoint } = await openPaidRoute()
  const payer = newPayer()
  const headers = async () => ({ "x-payment": base64(payloadV1(await authorize(payer))), "Idempotency-Key": KEY })
  const first = await get(await headers())
  const second = await get(await headers())
  expect([first.status, second.status, endpoint.served()]).toEqual([200, 200, 1])
  expect(await second.text()).toBe(await first.text())
})

test("an invalid Idempotency-Key is refused without a charge", async () => {
  const { get, endpoint } = await openPaidRoute()
  const payment = base64(payloadV1(await authorize(newPayer())))
  const response = await get({ "x-payment": payment, "Idempotency-Key": "short" })
  expect(await response.json()).toMatchObject({ error: "invalid_payment_identifier" })
  expect([response.status, endpoint.served()]).toEqual([402, 0])
})

test.each([
  ["payment-signature", payloadV2],
  ["x-payment", payloadV1],
] as const)("two lines of %s are refused, whatever their base64 padding", async (name, payload) => {
  const { get, endpoint } = await openPaidRoute()
  for (const padding of ["", " ", "  "]) {
    const one = base64({ ...payload(await authorize(newPayer())), padding })
    const other = base64(payload(await authorize(newPayer())))
    const response = await get({ [name]: `${one}, ${other}` })
    expect(await response.json()).toMatchObject({ error: "two_payments" })
  }
  expect(endpoint.served()).toBe(0)
})
