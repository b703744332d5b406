import fc from "fast-check"
import { expect, test } from "vitest"
import { type OutcomeMessage, decodeOutcomes, encodeOutcomes } from "./outcome-message"

const id = fc.stringMatching(/^[0-9a-fx/:]{1,160}$/)
const hash = fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `0x${hex}` as const)
const outcome = fc.oneof(
  hash.map((transaction) => ({ kind: "settled" as const, transaction })),
  fc.constant({ kind: "refused" as const, reason: "invalid_exact_evm_insufficient_balance" as const }),
)
const outcomes: fc.Arbitrary<OutcomeMessage[]> = fc.array(fc.record({ id, settlement: outcome }), { maxLength: 60 })

test("encoded outcomes are decoded in order, from messages within the size limit", () => {
  fc.assert(
    fc.property(outcomes, (told) => {
      const texts = encodeOutcomes(told, 1_000)
      expect(Math.max(0, ...texts.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(1_000)
      expect(texts.flatMap(decodeOutcomes)).toEqual(told)
    }),
  )
})

test("a pending payment is not encoded, and an unsent payment is encoded without its cause", () => {
  const [text = "", ...more] = encodeOutcomes(
    [
      { id: "a", settlement: { kind: "pending", transaction: null } },
      { id: "b", settlement: { kind: "unsent", cause: new Error("secret") } },
    ],
    1_000,
  )
  expect(more).toEqual([])
  expect(text).not.toContain("secret")
  expect(decodeOutcomes(text)).toMatchObject([{ id: "b", settlement: { kind: "unsent" } }])
})

test("decoding any text does not throw and yields only valid outcomes", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(decodeOutcomes(text))))
  expect(decodeOutcomes('[{"id":"a","kind":"settled"},{"id":"b","kind":"refused","reason":"made up"},7]')).toEqual([])
})
