import { expect, test } from "vitest"
import { base64 } from "@/tools/testing/payments/fixtures"
import { toResult, invalidArguments } from "./to-result"

const problem = {
  type: "https://signal402.example/docs/errors#settlement_pending",
  title: "Settlement pending",
  status: 503,
  detail: "It is not known yet whether the payment went through. Repeat this request with the same payment header.",
  code: "settlement_pending",
  request_id: "r-1",
  retryable: true,
  charged: "unknown",
  transaction: "0xab",
}

function answered(status: number, body: string, headers: Record<string, string> = {}) {
  return toResult(new Response(body, { status, headers: { "Content-Type": "application/json", ...headers } }))
}

test("an answer is unchanged byte for byte, and _meta holds its receipt and its ETag", async () => {
  const body = '{ "coin":"BTC",  "price": 1.50 }'
  const headers = { "PAYMENT-RESPONSE": base64({ success: true, payer: "é" }), ETag: '"7-abc"' }
  expect(await answered(200, body, headers)).toEqual({
    content: [{ type: "text", text: body }],
    structuredContent: { coin: "BTC", price: 1.5 },
    _meta: { "x402/payment-response": { success: true, payer: "é" }, "signal402/etag": '"7-abc"' },
  })
})

test("right-to-left names have isolation marks in the text and are unchanged in the data", async () => {
  const result = await answered(200, '{"symbol":"דוג","price":1}')
  expect(result.content).toEqual([{ type: "text", text: '{"symbol":"\u2068דוג\u2069","price":1}' }])
  expect(result.structuredContent).toEqual({ symbol: "דוג", price: 1 })
})

test.each([402, 412])(
  "%i merges the terms of header and body, and states why the payment was rejected",
  async (status) => {
    const accepts = [{ scheme: "exact", amount: "50000" }]
    const required = { x402Version: 2, error: "payment_already_used", accepts, extensions: { bazaar: {} } }
    const refused = { success: false, errorReason: "payment_already_used" }
    const headers = { "PAYMENT-REQUIRED": base64(required), "PAYMENT-RESPONSE": base64(refused) }
    const body = { x402Version: 1, accepts: [], preview: { version: 7 }, extensions: { "sign-in-with-x": {} } }
    const terms = { ...required, preview: { version: 7 }, extensions: { bazaar: {}, "sign-in-with-x": {} } }
    const result = await answered(status, JSON.stringify(body), headers)
    expect(result).toEqual({
      isError: true,
      content: [{ type: "text", text: expect.any(String) }],
      structuredContent: terms,
      _meta: { "x402/error": terms, "x402/payment-response": refused },
    })
    expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(terms)
  },
)

test("the first terms have no extension that a buyer does not need to pay or to sign in", async () => {
  const extensions = { bazaar: {}, "offer-receipt": {}, "payment-identifier": { info: {} } }
  const required = { x402Version: 2, error: "payment_required", accepts: [], extensions }
  const body = JSON.stringify({ extensions: { "sign-in-with-x": { info: {}, schema: {} } } })
  const { structuredContent } = await answered(402, body, { "PAYMENT-REQUIRED": base64(required) })
  expect(structuredContent["extensions"]).toEqual({
    "payment-identifier": { info: {} },
    "sign-in-with-x": { info: {} },
  })
})

test("a pending settlement has no terms, and its first line says what to do", async () => {
  const headers = { "Content-Type": "application/problem+json", "PAYMENT-RESPONSE": base64({ success: false }) }
  const result = await answered(503, JSON.stringify(problem), headers)
  expect(result).toMatchObject({ isError: true, structuredContent: problem })
  expect(result.structuredContent).not.toHaveProperty("accepts")
  const [first, second] = result.content.map(({ text }) => text)
  expect(first).toMatch(
    /^It is not known yet .* Call this tool again with the same payment in .*; do not sign again\.$/,
  )
  expect(JSON.parse(second ?? "")).toEqual(problem)
})

test("any other problem starts with its detail", async () => {
  const wrong = { ...problem, code: "invalid_path", status: 400, detail: "coin: Invalid option", charged: "no" }
  const result = await answered(400, JSON.stringify(wrong), { "Content-Type": "application/problem+json" })
  expect(result.content[0]?.text).toBe("coin: Invalid option")
  expect(result).not.toHaveProperty("_meta")
})

test("a health answer with status down is a result and not an error", async () => {
  const result = await answered(503, '{"status":"down"}')
  expect(result).toEqual({
    content: [{ type: "text", text: '{"status":"down"}' }],
    structuredContent: { status: "down" },
  })
})

test("each invalid argument is listed with its own message", () => {
  const { content, structuredContent } = invalidArguments([
    ["symbol", "no argument"],
    ["__proto__", "no argument"],
  ])
  expect(content[0]?.text).toBe('"symbol": no argument; "__proto__": no argument. Nothing was charged.')
  expect(structuredContent).toMatchObject({ charged: "no", details: { symbol: "no argument" } })
})
