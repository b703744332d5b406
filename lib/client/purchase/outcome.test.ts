import fc from "fast-check"
import { expect, test } from "vitest"
import { readOutcome } from "./outcome"
import { encodeHeader } from "./header"

const problem = {
  type: "about:blank",
  title: "Service unavailable",
  status: 503,
  detail: "The data is too old.",
  code: "data_unavailable",
  request_id: "r",
  retryable: true,
  charged: "no",
}
const refusal = (error: string) => ({
  status: 402,
  paymentResponse: null,
  body: JSON.stringify({ error, message: "M." }),
})

test("a 200 is delivered, with the transaction that paid", () => {
  const paymentResponse = encodeHeader({ success: true, transaction: "0xabc", network: "eip155:8453" })
  expect(readOutcome({ status: 200, paymentResponse, body: '{"a":1}' })).toMatchObject({
    kind: "delivered",
    body: { a: 1 },
    payment: { transaction: "0xabc" },
  })
})

test("a 200 without a settlement header is delivered", () => {
  expect(readOutcome({ status: 200, paymentResponse: null, body: "{}" })).toEqual({
    kind: "delivered",
    body: {},
    payment: null,
  })
})

test("a 200 with a cut-off body is unknown, because the money has moved", () => {
  expect(readOutcome({ status: 200, paymentResponse: null, body: '{"a":' }).kind).toBe("unknown")
})

test("a 402 is refused, with the service's message", () => {
  expect(readOutcome(refusal("invalid_exact_evm_signature"))).toEqual({
    kind: "refused",
    reason: "invalid_exact_evm_signature",
    message: "M.",
  })
})

test.each(["redelivery_window_closed", "payment_already_used", "invalid_exact_evm_nonce_already_used"])(
  "a 402%s has an unknown charge",
  (reason) => {
    expect(readOutcome(refusal(reason)).kind).toBe("spent")
  },
)

test("a problem that was not charged is failed", () => {
  expect(readOutcome({ status: 503, paymentResponse: null, body: JSON.stringify(problem) })).toEqual({
    kind: "failed",
    code: "data_unavailable",
    message: "The data is too old.",
  })
})

test("a pending settlement is unknown and keeps the transaction", () => {
  const body = JSON.stringify({ ...problem, code: "settlement_pending", charged: "unknown", transaction: "0xdef" })
  expect(readOutcome({ status: 503, paymentResponse: null, body })).toMatchObject({
    kind: "unknown",
    transaction: "0xdef",
  })
})

test("any other response is unknown, and nothing throws", () => {
  fc.assert(
    fc.property(fc.integer({ min: 403, max: 599 }), fc.string(), fc.option(fc.string()), (status, body, header) => {
      expect(readOutcome({ status, body, paymentResponse: header }).kind).toBe("unknown")
    }),
  )
})
