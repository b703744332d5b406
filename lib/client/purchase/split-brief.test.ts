import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import type { BriefPart } from "./attempt"
import { paymentIdOf } from "./payment-id"
import { restoreParts, splitBrief } from "./split-brief"

const signal: BriefPart = { id: "signal:BTC", title: "BTC signal", path: "/api/signal/BTC" }
const etf: BriefPart = { id: "market_etf?asset=ETH", title: "ETF flows", path: "/api/market/etf?asset=ETH" }
const PATH = "/api/brief?items=signal%2FBTC%2Cmarket%2Fetf%3Fasset%3DETH"

const answers = [
  { item: "signal/BTC", price_usdc: "0.05", version: 17, commitment: "2c26", answer: { price: 1 } },
  { item: "market/etf?asset=ETH", price_usdc: "0.02", version: null, commitment: null, answer: { flow: 2 } },
]
const brief = (body: unknown, amount = "70000") =>
  receiptAt(NOW_MS, {
    productId: "brief:all",
    title: "Brief",
    path: PATH,
    amount,
    body,
    version: 3,
    commitment: "dead",
  })

describe("the receipt of a brief", () => {
  test("is split into one receipt for each panel, with the payment of all", () => {
    const whole = brief({ answers, left_out: [], timestamp: "2026-11-20T12:00:00.000Z" })
    const [first, second] = splitBrief(whole, [signal, etf], null)
    expect(first).toEqual({
      ...whole,
      id: `${whole.id}/signal/BTC`,
      productId: "signal:BTC",
      title: "BTC signal",
      path: "/api/signal/BTC",
      amount: "50000",
      body: { price: 1 },
      answeredAtMs: NOW_MS,
      brief: PATH,
      version: 17,
      commitment: "2c26",
    })
    expect(second).toMatchObject({ productId: "market_etf?asset=ETH", amount: "20000", body: { flow: 2 } })
    expect(second).not.toHaveProperty("version")
    expect(second).not.toHaveProperty("commitment")
    expect([first, second].map((one) => one && paymentIdOf(one))).toEqual([whole.id, whole.id])
  })

  test("dates each answer by its own timestamp", () => {
    const [first, second] = answers
    const older = { ...first, answer: { timestamp: new Date(NOW_MS - 60_000).toISOString() } }
    const parts = splitBrief(brief({ answers: [older, second] }), [signal, etf], new Date(NOW_MS).toUTCString())
    expect(parts.map(({ answeredAtMs }) => answeredAtMs)).toEqual([NOW_MS - 60_000, NOW_MS])
  })

  test.each([
    ["no brief", { price: 1 }],
    ["no answer", { answers: [] }],
    ["an unknown item", { answers: [answers[0], { ...answers[1], item: "regime" }] }],
    ["a repeated item", { answers: [answers[0], answers[0]] }],
    ["a seventh decimal", { answers: [answers[0], { ...answers[1], price_usdc: "0.0200000" }] }],
    ["a price in another format", { answers: [answers[0], { ...answers[1], price_usdc: "2e-2" }] }],
    ["another sum than was paid", { answers: [answers[0]] }],
  ])("is not split for an answer with %s", (_, body) => {
    const whole = brief(body)
    expect(splitBrief(whole, [signal, etf], null)).toEqual([whole])
  })

  test("is split into receipts that sum to the payment, for any answer", () => {
    const price = fc.oneof(fc.constantFrom("0.05", "0.02", "0.00", "0.050000"), fc.string())
    const item = fc.constantFrom("signal/BTC", "market/etf?asset=ETH", "regime")
    const part = fc.record({
      item,
      price_usdc: price,
      version: fc.constant(null),
      commitment: fc.constant(null),
      answer: fc.constant({}),
    })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), (answers) => {
        const receipts = splitBrief(brief({ answers }), [signal, etf], null)
        expect(receipts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(70_000n)
        expect(new Set(receipts.map(({ id }) => id)).size).toBe(receipts.length)
      }),
    )
  })
})

test("a redelivered brief restores the stored parts of its payment, and no others", () => {
  const parts = splitBrief(brief({ answers }), [signal, etf], null).map((part) => ({ ...part, body: null }))
  const others = [receiptAt(NOW_MS, { id: "0x01" }), receiptAt(NOW_MS, { id: "0x02/signal/BTC", brief: PATH })]
  const [id = ""] = parts.map(paymentIdOf)
  const restored = restoreParts([...others, ...parts], id, { answers: [...answers, { item: "regime" }] })
  expect(restored, "a malformed answer restores nothing").toEqual([])
  const whole = restoreParts([...others, ...parts], id, { answers })
  expect(whole.map((part) => [part.productId, part.body])).toEqual([
    ["signal:BTC", { price: 1 }],
    ["market_etf?asset=ETH", { flow: 2 }],
  ])
})
