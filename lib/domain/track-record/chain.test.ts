import fc from "fast-check"
import { expect, test } from "vitest"
import { testSha256 as sha256 } from "@/tools/testing/record/sealed-store"
import { callContent, sealedFacts, sealedHistory, HISTORY_START_MS } from "@/tools/testing/record/sealed-history"
import { canonicalJson, NotCanonicalError } from "./canonical-json"
import { commitmentOf, GENESIS_HASH, linkHash, type PublicRecord, seal, verifyRecord } from "./chain"
import { startChainCheck, verifyChain } from "./chain-check"
import { publish, toJsonLines } from "./export-record"

const history = sealedHistory({ days: 3, seed: 1 })
const endMs = history.endMs
const published = history.records.map((record) => publish(record, endMs))

function rechained(records: readonly PublicRecord[]): readonly PublicRecord[] {
  let prevHash = GENESIS_HASH
  return records.map((record) => {
    const linked = { ...record, prevHash, hash: linkHash({ ...record, prevHash }, sha256) }
    prevHash = linked.hash
    return linked
  })
}

test("canonical JSON orders keys by code unit and prints numbers as RFC 8785 does", () => {
  const value = { "\u20ac": "Euro", "\r": "CR", "1": "One", numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0] }
  expect(canonicalJson(value)).toBe(
    '{"\\r":"CR","1":"One","numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"\u20ac":"Euro"}',
  )
})

test("canonical JSON is equal for every order of keys, and is parsed back", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonicalJson(reversed)).toBe(canonicalJson(value))
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
    }),
  )
})

test.each([[Number.NaN], [Infinity], [undefined], [1n], [{ a: undefined }], [[Number.NaN]]])(
  "%s has no canonical JSON",
  (value) => {
    expect(() => canonicalJson(value)).toThrow(NotCanonicalError)
  },
)

test("a call with NaN cannot be sealed", () => {
  const facts = sealedFacts({ coin: "BTC", decisionTimeMs: HISTORY_START_MS, priceUsd: Number.NaN })
  expect(() => seal(facts, { nonce: "00", prevHash: GENESIS_HASH, sha256 })).toThrow(NotCanonicalError)
})

test("an unchanged chain verifies, also with open calls", () => {
  const verdict = verifyChain(published, sha256)
  expect(verdict).toEqual({
    valid: true,
    records: published.length,
    withheld: 0,
    revealed: published.filter(({ facts }) => facts !== null).length,
    headHash: history.records.at(-1)?.hash,
  })
  expect(verifyChain([], sha256)).toEqual({ valid: true, records: 0, revealed: 0, withheld: 0, headHash: GENESIS_HASH })
})

test("a published record has no facts before it is a day old, and all facts then", () => {
  const record = history.records[0]
  if (record === undefined) throw new Error("the history has records")
  const dayMs = 86_400_000
  const open = publish(record, HISTORY_START_MS + dayMs - 1)
  expect([open.facts, open.nonce]).toEqual([null, null])
  const shown = publish(record, HISTORY_START_MS + dayMs)
  expect(shown.facts).toEqual(record.facts)
  expect(commitmentOf(shown.facts, shown.nonce ?? "", sha256)).toBe(open.commitment)
  expect(verifyRecord(shown, sha256)).toBeNull()
})

test("the same call under another nonce has another commitment", () => {
  const facts = sealedFacts({ coin: "BTC", decisionTimeMs: HISTORY_START_MS })
  expect(commitmentOf(facts, "a".repeat(32), sha256)).not.toBe(commitmentOf(facts, "b".repeat(32), sha256))
})

test("one changed byte anywhere in the export is detected", () => {
  const lines = toJsonLines(history.records.slice(0, 4), endMs).trimEnd().split("\n")
  fc.assert(
    fc.property(fc.nat(3), fc.nat(), fc.integer({ min: 32, max: 126 }), (row, position, code) => {
      const line = lines[row] ?? ""
      const at = position % line.length
      const mutated = line.slice(0, at) + String.fromCharCode(code) + line.slice(at + 1)
      fc.pre(mutated !== line)
      expect(isValid(lines.with(row, mutated))).toBe(false)
    }),
    { numRuns: 400 },
  )
  expect(isValid(lines)).toBe(true)
})

test("removed, swapped, repeated and rewritten records are detected", () => {
  const [first, second, third] = published
  if (first === undefined || second === undefined || third === undefined) throw new Error("the history has records")
  const reasons = [
    [second, third],
    [first, third],
    [second, first],
    rechained([first, first]),
    [first, { ...second, nonce: null }],
    [{ ...first, facts: null }],
    rechained([{ ...first, facts: { ...first.facts, decisionTimeMs: 1 } }]),
    rechained([{ ...first, facts: { ...first.facts, score: Infinity } }]),
    rechained([{ ...first, id: "BTC-2026-01-01T04:00:00.000Z" }]),
    rechained([{ ...first, id: "nothing" }]),
  ].map((records) => {
    const verdict = verifyChain(records, sha256)
    return verdict.valid ? null : verdict.fault.reason
  })
  expect(reasons).toEqual([
    "broken_link",
    "broken_link",
    "broken_link",
    "repeated_id",
    "wrong_commitment",
    "wrong_commitment",
    "wrong_commitment",
    "wrong_commitment",
    "wrong_id",
    "wrong_id",
  ])
})

test("verification in parts gives the same result as at once", () => {
  const broken = published.map((record, index) => (index === 11 ? { ...record, nonce: "00" } : record))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.constantFrom(published, broken), (size, records) => {
      const check = startChainCheck(sha256)
      for (let at = 0; at < records.length; at += size) check.add(records.slice(at, at + size))
      expect(check.verdict()).toEqual(verifyChain(records, sha256))
    }),
  )
  expect(verifyChain(broken, sha256)).toMatchObject({ fault: { index: 11, reason: "wrong_commitment" } })
})

test("an earlier head is found in a longer chain, and not in a chain without its end", () => {
  const noted = published[9]?.hash ?? ""
  const places = [published, published.slice(0, 10), published.slice(0, 9)].map((records) => {
    const check = startChainCheck(sha256)
    check.add(records)
    return check.placeOf(noted)
  })
  expect(places).toEqual([10, 10, null])
  expect(startChainCheck(sha256).placeOf(GENESIS_HASH)).toBe(0)
})

test("an old record without its facts is reported as withheld", () => {
  const hidden = published.map((record, index) => (index === 0 ? { ...record, facts: null, nonce: null } : record))
  expect(verifyChain(hidden, sha256)).toMatchObject({ valid: false, fault: { index: 0, reason: "withheld" } })
})

test("the commitment depends on every field of a call", () => {
  const content = callContent({})
  const base = commitmentOf(content, "", sha256)
  for (const key of Object.keys(content)) {
    expect(commitmentOf({ ...content, [key]: "changed" }, "", sha256)).not.toBe(base)
  }
})

/** Reads the export as the command-line check does: each line must be in canonical form. */
function isValid(lines: readonly string[]): boolean {
  try {
    const records = lines.map((line) => JSON.parse(line) as PublicRecord)
    return lines.every((line, row) => canonicalJson(records[row]) === line) && verifyChain(records, sha256).valid
  } catch {
    return false
  }
}
