import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { NOW_MS, product, requiredHeader, terms } from "@/tools/testing/client/fixtures"
import { readQuote } from "./quote"
import { decodeHeader, encodeHeader } from "./header"

const expected = { ...terms, path: product.path }
const challenge = (required: string | null) => ({ required, date: new Date(NOW_MS).toUTCString(), atMs: NOW_MS })

test("expected terms are a quote, in any spelling of the addresses", () => {
  const header = requiredHeader({ asset: terms.usdc.address.toLowerCase(), payTo: terms.payTo.toLowerCase() })
  expect(readQuote(challenge(header), expected)).toMatchObject({
    kind: "quote",
    quote: { accepted: { amount: "50000" }, requiredHeader: header, atMs: NOW_MS, aheadMs: 0 },
  })
})

test("another amount is also a quote, because the user decides about prices", () => {
  expect(readQuote(challenge(requiredHeader({ amount: "90000" })), expected)).toMatchObject({
    kind: "quote",
    quote: { accepted: { amount: "90000" } },
  })
})

describe("unexpected terms are not signed", () => {
  const other = "0x2222222222222222222222222222222222222222"
  test.each([
    ["network", requiredHeader({ network: "eip155:1" })],
    ["asset", requiredHeader({ asset: other })],
    ["payee", requiredHeader({ payTo: other })],
    ["token", requiredHeader({ extra: { name: "USDC", version: "2" } })],
    ["token", requiredHeader({ extra: { name: "USD Coin", version: "1" } })],
    ["resource", requiredHeader({}, "/api/context/BTC")],
  ] as const)("%s", (problem, header) => {
    expect(readQuote(challenge(header), expected)).toEqual({ kind: "terms-mismatch", problem })
  })
})

test.each([
  ["/api/yields?chain=Base&limit=5", "/api/yields?limit=5&chain=Base", "quote"],
  ["/api/yields?chain=Base", "/api/yields?chain=Solana", "terms-mismatch"],
  ["/api/yields?chain=Base", "/api/yields", "terms-mismatch"],
  ["/api/yields", "/api/yields?chain=Base", "terms-mismatch"],
])("requested %s, offered %s: %s", (path, offered, kind) => {
  expect(readQuote(challenge(requiredHeader({}, offered)), { ...expected, path }).kind).toBe(kind)
})

test.each([
  ["no header", null],
  ["no base64", "%%%"],
  ["no JSON", btoa("hello")],
  ["version 1", encodeHeader({ x402Version: 1, accepts: [] })],
  ["no offers", encodeHeader({ x402Version: 2, resource: { url: "/" }, accepts: [] })],
  ["another scheme", requiredHeader({ scheme: "upto" })],
  ["an amount with decimals", requiredHeader({ amount: "0.05" })],
  ["a header longer than any honest one", `${requiredHeader()}${" ".repeat(20_000)}`],
])("a 402 with %s is unreadable", (_, header) => {
  expect(readQuote(challenge(header), expected)).toEqual({ kind: "unreadable" })
})

test("reading any 402 does not throw", () => {
  fc.assert(fc.property(fc.string(), (text) => readQuote(challenge(text), expected).kind === "unreadable"))
})

test("header encoding keeps JSON in any script", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 2 }), fc.string({ unit: "grapheme" }), (json, text) => {
      const value: unknown = { json: JSON.parse(json), text }
      expect(JSON.stringify(decodeHeader(encodeHeader(value)))).toBe(JSON.stringify(value))
    }),
  )
})
