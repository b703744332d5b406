import { expect, test } from "vitest"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import { authorize, newPayer } from "@/lib/testing/payments/fixtures"
import { nextBatch } from "./next-batch"
import { MAX_BATCH } from "./settlement-pace"

const plain = await authorize(newPayer())

/** `p`: a plain payment; `d`: a payment that requires its own transaction. */
function line(kinds: string, wasOwnTransaction = false) {
  const waiting: readonly PaymentToSettle[] = Array.from(kinds, (kind, index) => {
    return { id: `${kind}${index}`, authorization: plain }
  })
  return { waiting, requiresOwnTransaction: ({ id }: PaymentToSettle) => id.startsWith("d"), wasOwnTransaction }
}

test.each([
  ["", []],
  ["ppp", ["p0", "p1", "p2"]],
  ["dpd", ["d0"]],
  ["pdpd", ["p0", "p2"]],
])("from the queue '%s' the next batch has %j", (kinds, expected) => {
  expect(nextBatch(line(kinds)).map(({ id }) => id)).toEqual(expected)
})

test.each([
  ["dddpp", ["p3", "p4"]],
  ["dd", ["d0"]],
  ["pd", ["p0"]],
])("from the queue '%s', after a payment with its own transaction, the next batch has %j", (kinds, expected) => {
  expect(nextBatch(line(kinds, true)).map(({ id }) => id)).toEqual(expected)
})

test("a batch has at most MAX_BATCH transfers", () => {
  expect(nextBatch(line("p".repeat(100)))).toHaveLength(MAX_BATCH)
})
