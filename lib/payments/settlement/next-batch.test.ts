import { serializeErc6492Signature } from "viem"
import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import type { Owed } from "@/lib/ledger/payment"
import { authorize, newPayer, terms } from "@/lib/testing/payment-fixtures"
import { nextBatch } from "./next-batch"
import { MAX_BATCH } from "./settlement-pace"

const plain = await authorize(newPayer())
const wrapped = serializeErc6492Signature({ address: terms.asset, data: "0x01", signature: plain.signature })

const permit = await authorize(newPayer(), { method: "permit2" })
const proofs = new Map([
  ["d", { ...plain, signature: wrapped }],
  ["a", permit],
  ["b", await authorize(newPayer(), { method: "permit2" })],
  ["c", { ...permit, value: usdc(1n) }],
])

/** `pda`: a plain payment, one with a deployment, a permit; `a`, `b` and `c` differ in payer or amount. */
function line(kinds: string): readonly Owed[] {
  return Array.from(kinds, (kind, index) => ({ id: `${kind}${index}`, authorization: proofs.get(kind) ?? plain }))
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

test("a transaction carries so many transfers and no more", () => {
  expect(nextBatch(line("p".repeat(100)))).toHaveLength(MAX_BATCH)
})
