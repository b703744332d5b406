import { expect, test } from "vitest"
import { paymentIdentifierExtension, attemptAt, NONCE } from "@/tools/testing/client/fixtures"
import { Attempt } from "./attempt"
import { randomNonce } from "./authorization"
import { TransferPayment } from "./wire"
import { paymentIdentifierFor } from "./payment-identifier"

test("the announced extension is returned unchanged with a valid id", () => {
  const id = `pay_${NONCE.slice(2)}`
  expect(paymentIdentifierFor(paymentIdentifierExtension, NONCE)).toEqual({
    extensions: { "payment-identifier": { info: { required: false, id }, schema: { type: "object" } } },
  })
  expect(id).toMatch(/^[a-zA-Z0-9_-]{16,128}$/)
})

test("each purchase has its own id", () => {
  expect(paymentIdentifierFor(paymentIdentifierExtension, randomNonce())).not.toEqual(
    paymentIdentifierFor(paymentIdentifierExtension, randomNonce()),
  )
})

test.each([undefined, null, {}, [], "payment-identifier", { "payment-identifier": {} }, { bazaar: { info: {} } }])(
  "a service that announces %o gets no id",
  (extensions) => {
    expect(paymentIdentifierFor(extensions, NONCE)).toEqual({})
  },
)

test("the stored payment equals the sent one, byte for byte", () => {
  const attempt = attemptAt()
  const stored = Attempt.parse(JSON.parse(JSON.stringify(attempt)))
  expect(JSON.stringify(stored.payload)).toBe(JSON.stringify(attempt.payload))
  expect(TransferPayment.parse(stored.payload).extensions?.["payment-identifier"].info.id).toBe(`pay_${NONCE.slice(2)}`)
})

test("a payment that was stored without an id still parses", () => {
  const attempt = attemptAt()
  const { extensions: _, ...payload } = attempt.payload
  expect(Attempt.parse({ ...attempt, payload }).payload).toEqual(payload)
})
