import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import type { Owed } from "@/lib/ledger/payment"
import { authorize, newPayer } from "@/lib/testing/payments/fixtures"
import { nextBatch } from "./next-batch"
import { MAX_BATCH } from "./settlement-pace"

const plain = await authorize(newPayer())

const permit = await authorize(newPayer(), { method: "permit2" })
const proofs = new Map([
  ["a", permit],
  ["b", await authorize(newPayer(), { method: "permit2" })],
  ["c", { ...permit, value: usdc(1n) }],
])

/** `pda`: a plain payment, one that travels alone, a permit; `a`, `b` and `c` differ in payer or amount. */
function line(kinds: string, wasAlone = false) {
  const waiting: readonly Owed[] = Array.from(kinds, (kind, index) => {
    return { id: `${kind}${index}`, authorization: proofs.get(kind) ?? plain }
  })
  return { waiting, isAlone: ({ id }: Owed) => id.startsWith("d"), wasAlone }
}

test.each([
  ["", []],
  ["ppp", ["p0", "p1", "p2"]],
  ["dpd", ["d0"]],
  ["pdpd", ["p0", "p2"]],
  ["papbc", ["p0", "a1", "p2", "b3", "c4"]],
  ["aaba", ["a0", "b2"]],
])("of %s the next transaction carries %j", (kinds, expected) => {
  expect(nextBatch(line(kinds)).map(({ id }) => id)).toEqual(expected)
})

test.each([
  ["dddpp", ["p3", "p4"]],
  ["dd", ["d0"]],
  ["pd", ["p0"]],
])("of %s, after one that went alone, the next transaction carries %j", (kinds, expected) => {
  expect(nextBatch(line(kinds, true)).map(({ id }) => id)).toEqual(expected)
})

test("a transaction carries so many transfers and no more", () => {
  expect(nextBatch(line("p".repeat(100)))).toHaveLength(MAX_BATCH)
})
