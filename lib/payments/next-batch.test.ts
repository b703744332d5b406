import { serializeErc6492Signature } from "viem"
import { expect, test } from "vitest"
import { authorize, newPayer, terms } from "@/lib/testing/payment-fixtures"
import { nextBatch } from "./next-batch"
import { MAX_BATCH } from "./settlement-pace"
import type { Owed } from "./settler"

const plain = await authorize(newPayer())
const wrapped = serializeErc6492Signature({ address: terms.asset, data: "0x01", signature: plain.signature })

/** `pdp`: a plain payment, one with a deployment, a plain one. */
function line(kinds: string): readonly Owed[] {
  return Array.from(kinds, (kind, index) => ({
    id: `${kind}${index}`,
    authorization: kind === "d" ? { ...plain, signature: wrapped } : plain,
  }))
}

test.each([
  ["", []],
  ["ppp", ["p0", "p1", "p2"]],
  ["dpd", ["d0"]],
  ["pdpd", ["p0", "p2"]],
])("of %s the next transaction carries %j", (kinds, expected) => {
  expect(nextBatch(line(kinds)).map(({ id }) => id)).toEqual(expected)
})

test("a transaction carries so many transfers and no more", () => {
  expect(nextBatch(line("p".repeat(100)))).toHaveLength(MAX_BATCH)
})
