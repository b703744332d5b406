import { decodePaymentRequiredHeader } from "@x402/core/http"
import { expect, test } from "vitest"
import { decodePayment } from "@/lib/payments/wire/decode"
import { HEALTHY } from "@/lib/testing/payments/fakes"
import {
  authorize,
  base64,
  newPayer,
  payloadV1,
  payloadV2,
  permitPayload,
  terms,
} from "@/lib/testing/payments/fixtures"
import { openShop } from "@/lib/testing/payments/shop"

const permit = () => authorize(newPayer(), { method: "permit2" })
const paying = (payload: unknown) => ({ "payment-signature": base64(payload) })
const acceptsOf = (response: Response) =>
  decodePaymentRequiredHeader(response.headers.get("payment-required") ?? "").accepts

test("Permit2 is offered after EIP-3009, on the same terms; version 1 does not hear of it", async () => {
  const { get } = await openShop()
  const response = await get()
  const [first, second, ...rest] = acceptsOf(response)
  expect(first?.extra).toEqual(terms.domain)
  expect(second).toEqual({ ...first, extra: { assetTransferMethod: "permit2" } })
  expect(rest).toEqual([])
  expect(await response.json()).toMatchObject({ accepts: [{ extra: terms.domain }] })
})

test("a permit buys, is fetched again by the same permit, and gets the receipt of any payment", async () => {
  const { get, shop } = await openShop()
  const headers = paying(payloadV2(await permit()))
  const [first, again] = [await get(headers), await get(headers)]
  expect([first.status, again.status, shop.served()]).toEqual([200, 200, 1])
  expect(await again.text()).toBe(await first.text())
  const receipt = Buffer.from(first.headers.get("payment-response") ?? "", "base64").toString()
  expect(JSON.parse(receipt)).toMatchObject({ success: true, network: "eip155:8453", amount: "50000" })
})

test("who has not approved Permit2 hears 412, is charged nothing, and may use the permit later", async () => {
  const { get, shop } = await openShop()
  const headers = paying(payloadV2(await permit()))
  shop.world.preflight = () => Promise.resolve({ ...HEALTHY, allowed: false, executes: false })
  const early = await get(headers)
  expect(early.status).toBe(412)
  expect(await early.json()).toMatchObject({ error: "permit2_allowance_required", charged: "no" })
  expect(acceptsOf(early)).toHaveLength(2)
  shop.world.preflight = () => Promise.resolve(HEALTHY)
  expect((await get(headers)).status).toBe(200)
})

test.each([
  ["a nonce above 256 bits", { nonce: (2n ** 256n).toString() }],
  ["a negative nonce", { nonce: "-1" }],
  ["no witness", { witness: undefined }],
  ["a deadline after all time", { deadline: (2n ** 200n).toString() }],
  ["an amount in words", { permitted: { token: terms.asset, amount: "five" } }],
])("a permit with %s is no payment", async (_, changes) => {
  const good = await permit()
  const { signature, permit2Authorization } = permitPayload(good)
  const payload = { signature, permit2Authorization: { ...permit2Authorization, ...changes } }
  const decoded = decodePayment(new Headers(paying({ ...payloadV2(good), payload })))
  expect(decoded).toEqual({ kind: "invalid", reason: "invalid_payload" })
})

test("nonces of any form are one nonce; version 1 has no permits", async () => {
  const good = await permit()
  const { signature, permit2Authorization } = permitPayload(good)
  const nonce = `00${permit2Authorization.nonce}`
  const payload = { signature, permit2Authorization: { ...permit2Authorization, nonce } }
  const decoded = decodePayment(new Headers(paying({ ...payloadV2(good), payload })))
  expect(decoded.kind === "payment" && decoded.payment.authorization).toEqual(good)
  const v1 = decodePayment(new Headers({ "x-payment": base64({ ...payloadV1(good), payload }) }))
  expect(v1).toEqual({ kind: "invalid", reason: "invalid_payload" })
})
