import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, test } from "vitest"
import { exchangeAt, NONCE, NOW_MS, product, quoteFor, SIGNATURE, terms } from "@/tools/testing/client/fixtures"
import { authorizationFor, payloadOf, typedDataOf } from "@/lib/client/purchase/authorization"
import { PaymentTrace, failedRequest } from "./payment-trace"
import { recoverSigner } from "./recover"
import { toCurl, toPython, toTypeScript } from "./snippets"
import { stepsOf } from "./steps"

const context = { origin: "https://signal402.example", network: terms.network, amount: "50000", sandbox: false }
const states = (trace: PaymentTrace) => stepsOf(trace, terms.chainId).map(({ state }) => state)

describe("the steps of a payment", () => {
  test("are all done, with durations, when the answer was delivered", () => {
    const steps = stepsOf(exchangeAt(), terms.chainId)
    expect(steps.map(({ id, durationMs }) => [id, durationMs])).toEqual([
      ["request", 40],
      ["requirements", null],
      ["typed-data", null],
      ["signature", 20],
      ["verification", null],
      ["settlement", 300],
      ["receipt", null],
    ])
    expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(["done"]))
    expect(steps[5]?.note).toBe("Transaction 0xfeed.")
    expect(steps[6]?.note).toContain("2.0 KB")
  })

  test("stop at the step that failed", () => {
    const unsigned = { signature: null, signedAtMs: null, sends: [] }
    expect(states(exchangeAt(NOW_MS, { ...unsigned, outcome: "cancelled" }))).toEqual(
      states(exchangeAt(NOW_MS, { ...unsigned, outcome: "declined" })),
    )
    expect(states(exchangeAt(NOW_MS, { ...unsigned, outcome: "declined" }))).toEqual([
      "done",
      "done",
      "open",
      "failed",
      "open",
      "open",
      "open",
    ])
    const unsent = exchangeAt(NOW_MS, { ...unsigned, outcome: "unsent", reason: "No room." })
    expect(states(unsent)).toEqual(states(exchangeAt(NOW_MS, { ...unsigned, outcome: "declined" })))
    expect(stepsOf(unsent, terms.chainId)[3]?.note).toBe("Signed, and not sent. No room.")
    expect(states(exchangeAt(NOW_MS, { outcome: "refused", reason: "Expired." })).slice(4)).toEqual([
      "failed",
      "open",
      "open",
    ])
    expect(states(exchangeAt(NOW_MS, { outcome: "failed" })).slice(4)).toEqual(["open", "failed", "open"])
    const lost = exchangeAt(NOW_MS, { outcome: "unknown", sends: [failedRequest(NOW_MS)] })
    expect(states(lost).slice(4)).toEqual(["waiting", "waiting", "waiting"])
  })

  test("show the typed data that was signed", () => {
    const step = stepsOf(exchangeAt(), terms.chainId)[2]
    expect(step?.evidence).toMatchObject([
      { value: { domain: { chainId: 8453, verifyingContract: terms.usdc.address }, message: { value: "50000" } } },
    ])
  })

  test("name the payment identifier", () => {
    expect(stepsOf(exchangeAt(), terms.chainId)[3]?.note).toContain(`identifier pay_${NONCE.slice(2)} buys one answer`)
  })

  test("survive a malformed trace", () => {
    expect(states(exchangeAt(NOW_MS, { required: "%", signature: "%", quote: null, sends: [] }))).toHaveLength(7)
  })
})

describe("a copied signature", () => {
  test("is shown once its nonce is spent", () => {
    const trace = exchangeAt()
    expect(toCurl(trace, context)).toContain(`PAYMENT-SIGNATURE: ${trace.signature}`)
    expect(toCurl(trace, context)).toContain("Single use and spent")
  })

  test.each(PaymentTrace.shape.outcome.options.filter((outcome) => outcome !== "delivered" && outcome !== "spent"))(
    "is hidden while the payment is %s",
    (outcome) => {
      const trace = exchangeAt(NOW_MS, { outcome })
      for (const text of [toCurl(trace, context), toTypeScript(trace, context), toPython(trace, context)]) {
        expect(text).not.toContain(trace.signature)
        expect(text).not.toContain(SIGNATURE)
      }
    },
  )
})

test("a path cannot escape its quotes in the snippets", () => {
  const trace = exchangeAt(NOW_MS, { path: `/api/x'$(id)'"` })
  expect(toCurl(trace, context)).toContain(String.raw`'https://signal402.example/api/x'\''$(id)'\''"'`)
  expect(toTypeScript(trace, context)).toContain(String.raw`"https://signal402.example/api/x'$(id)'\""`)
})

test("snippets have the price, the network and, in the sandbox, the test token", () => {
  const trace = exchangeAt()
  expect(toTypeScript(trace, context)).toContain("$0.05")
  expect(toTypeScript(trace, context)).not.toContain("allowedAssets")
  expect(toTypeScript(trace, { ...context, sandbox: true })).toContain("allowedAssets: true")
  expect(toPython(trace, context)).toContain(`https://signal402.example${product.path}`)
  expect(toPython(trace, context)).not.toContain("allowed_assets")
  expect(toPython(trace, { ...context, sandbox: true })).toContain('set_spend_controls({"allowed_assets": True})')
})

test("the signer is recovered from the signature alone", async () => {
  const account = privateKeyToAccount(`0x${"11".repeat(32)}`)
  const quote = quoteFor()
  const authorization = authorizationFor(quote, { payer: account.address, nonce: NONCE, nowMs: NOW_MS })
  const { types, domain, primaryType, message } = typedDataOf(quote, authorization, terms.chainId)
  const { TransferWithAuthorization } = types
  const signature = await account.signTypedData({
    domain,
    types: { TransferWithAuthorization },
    primaryType,
    message: {
      ...message,
      value: BigInt(message.value),
      validAfter: BigInt(message.validAfter),
      validBefore: BigInt(message.validBefore),
    },
  })
  expect(await recoverSigner(payloadOf(quote, authorization, signature), terms.chainId)).toBe(account.address)
  expect(await recoverSigner(payloadOf(quote, authorization, "0xabcd"), terms.chainId)).toBeNull()
})
