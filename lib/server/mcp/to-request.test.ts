import { expect, test } from "vitest"
import { base64 } from "@/tools/testing/payments/fixtures"
import { toRequest } from "./to-request"
import { toolNamed } from "./tools"

const ORIGIN = "https://signal402.example"

function translate(tool: string, args: Record<string, unknown>, meta: Record<string, unknown> = {}) {
  const contract = toolNamed(tool)
  if (contract === undefined) throw new Error(`There is no tool "${tool}".`)
  const translated = toRequest(contract, args, meta, ORIGIN)
  if ("wrong" in translated) return translated
  const { request, segments } = translated
  return { asked: `${request.method} ${request.url.replace(ORIGIN, "")}`, segments, headers: request.headers }
}

test.each([
  ["signal", { coin: "BTC" }, "GET /api/signal/BTC", { coin: "BTC" }],
  ["versions", {}, "GET /api/versions", {}],
  [
    "risk",
    { coin: "ETH", capital: 2500.5, risk_pct: "1" },
    "GET /api/risk/ETH?capital=2500.5&risk_pct=1",
    { coin: "ETH" },
  ],
  ["dex_alpha", { include_boosted: false, chain: null }, "GET /api/dex/alpha?include_boosted=false", {}],
  ["defi_recommend", { chains: "OP Mainnet" }, "GET /api/defi/recommend?chains=OP+Mainnet", {}],
  ["signal", { coin: "../../stats?x=1#" }, "GET /api/signal/..%2F..%2Fstats%3Fx%3D1%23", { coin: "../../stats?x=1#" }],
  ["signal", {}, "GET /api/signal/", {}],
])("tool %s with %j becomes %s", (tool, args, asked, segments) => {
  expect(translate(tool, args)).toMatchObject({ asked, segments })
})

test.each([
  ["an unknown argument", { coin: "BTC", symbol: "BTC" }, [["symbol", "is not an argument of signal, which has coin"]]],
  ["an array", { coin: ["BTC"] }, [["coin", "must be text, a number or a boolean"]]],
  ["an unpaired surrogate", { coin: "\ud800" }, [["coin", "has an unpaired surrogate"]]],
  ["an object", { coin: { toString: "BTC" } }, [["coin", "must be text, a number or a boolean"]]],
  [
    "a property name of Object.prototype",
    JSON.parse('{"__proto__":{"coin":"BTC"},"constructor":1}') as Record<string, unknown>,
    [
      ["__proto__", "is not an argument of signal, which has coin"],
      ["constructor", "is not an argument of signal, which has coin"],
    ],
  ],
])("%s is rejected by name, because a wrong argument could buy the wrong answer", (_, args, wrong) => {
  expect(translate("signal", args)).toEqual({ wrong })
})

test("a payment and a sign-in become the PAYMENT-SIGNATURE and SIGN-IN-WITH-X headers", () => {
  const payment = { x402Version: 2, payload: { signature: "0x…" } }
  const signIn = { message: "é" }
  const meta = { "x402/payment": payment, "signal402/sign-in-with-x": signIn, progressToken: 1 }
  expect(translate("signal", { coin: "BTC" }, meta)).toMatchObject({
    headers: new Headers({ "PAYMENT-SIGNATURE": base64(payment), "SIGN-IN-WITH-X": base64(signIn) }),
  })
})

test.each([
  ["as base64", base64({ x402Version: 2, note: "é" })],
  ["as JSON text", JSON.stringify({ x402Version: 2, note: "é" })],
])("a payment %s becomes the same PAYMENT-SIGNATURE header", (_, payment) => {
  const { headers } = translate("signal", { coin: "BTC" }, { "x402/payment": payment }) as { headers: Headers }
  expect(headers.get("PAYMENT-SIGNATURE")).toBe(base64({ x402Version: 2, note: "é" }))
})

test.each([
  ["null", null, null],
  ["text", "0x", '"0x"'],
  [
    "JSON that is nested too deeply for the call stack",
    JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as unknown,
    null,
  ],
])(
  "%s as payment is sent as a payment, so that the route rejects it and does not return a quote",
  (_, payment, sent) => {
    const { headers } = translate("signal", { coin: "BTC" }, { "x402/payment": payment }) as { headers: Headers }
    expect(headers.get("PAYMENT-SIGNATURE")).toBe(base64(sent))
  },
)

test.each(["record", "__proto__", "toString", "constructor", ""])("%j is not a tool", (name) => {
  expect(toolNamed(name)).toBeUndefined()
})
