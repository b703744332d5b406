import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, test } from "vitest"
import {
  exchangeAt,
  NONCE,
  NOW_MS,
  product,
  quoteFor,
  receiptAt,
  SIGNATURE,
  terms,
} from "@/tools/testing/client/fixtures"
import { channelState, openedSession, sessionOffer } from "@/tools/testing/client/session-fixtures"
import { encodeHeader } from "@/lib/client/purchase/header"
import { arrowsOf } from "./arrows"
import { countSince } from "./counter"
import { authorizationFor, payloadOf, typedDataOf } from "@/lib/client/purchase/authorization"
import { PaymentTrace, failedRequest } from "./payment-trace"
import { recoverSigner } from "./recover"
import { traceOfReceipts } from "./trace-of-receipt"
import { toCurl, toPython, toTypeScript } from "./snippets"

const context = { origin: "https://signal402.example", network: terms.network, amount: "50000", sandbox: false }
const arrows = (changes: Partial<PaymentTrace> = {}) => arrowsOf(exchangeAt(NOW_MS, changes), terms.chainId)
const drawn = (changes: Partial<PaymentTrace> = {}) => arrows(changes).map(({ id, state }) => `${id} ${state}`)

/** The headers of the third answer of a session, two of which were claimed. */
function voucherHeaders() {
  const session = openedSession(2_000_000n)
  const accepted = sessionOffer()
  const resource = { url: product.path }
  const voucher = { channelId: session.id, maxClaimableAmount: "150000", signature: SIGNATURE }
  const state = { ...channelState(session, 2_000_000n, 150_000n), totalClaimed: "100000" }
  const extra = { chargedAmount: "50000", channelState: state }
  return {
    required: encodeHeader({ x402Version: 2, resource, accepts: [accepted] }),
    signature: encodeHeader({
      x402Version: 2,
      resource,
      accepted,
      payload: { type: "voucher", channelConfig: session.config, voucher },
    }),
    response: encodeHeader({ success: true, transaction: "", network: terms.network, extra }),
  }
}

describe("the arrows of a payment", () => {
  test("go from the request over the chain to the answer, with what was measured", () => {
    expect(arrows().map(({ id, from, to, label, durationMs }) => [id, from, to, label, durationMs])).toEqual([
      ["ask", "browser", "service", "GET /api/signal/BTC", null],
      ["terms", "service", "browser", "402 · $0.05", 40],
      ["sign", "browser", "browser", "Wallet signs $0.05", 20],
      ["pay", "browser", "service", "GET again, with the signature", null],
      ["settle", "service", "chain", "Transfers the USDC", null],
      ["block", "chain", "service", "In a block: 0xfeed", null],
      ["answer", "service", "browser", "200 · the answer · 2.0 KB", 300],
    ])
    expect(new Set(arrows().map(({ state }) => state))).toEqual(new Set(["done"]))
  })

  test("are drawn as far as the payment came", () => {
    const unsigned = { signature: null, signedAtMs: null, sends: [] }
    const asked = ["ask done", "terms done"]
    expect(drawn({ ...unsigned, outcome: "signing" })).toEqual([...asked, "sign waiting"])
    for (const outcome of ["declined", "cancelled", "wallet-failed"] as const) {
      expect(drawn({ ...unsigned, outcome })).toEqual([...asked, "sign failed"])
    }
    expect(drawn({ outcome: "unsent", reason: "No room." })).toEqual([...asked, "sign failed"])
    const sent = [...asked, "sign done", "pay done"]
    expect(drawn({ outcome: "settling", sends: [] })).toEqual([...sent, "settle waiting", "answer waiting"])
    expect(drawn({ outcome: "refused", reason: "Expired." })).toEqual([...sent, "answer failed"])
    expect(drawn({ outcome: "failed" })).toEqual([...sent, "answer failed"])
    expect(drawn({ outcome: "unknown", sends: [failedRequest(NOW_MS)] })).toEqual([...sent, "answer waiting"])
  })

  test("of a voucher do not reach the chain until the service claims", () => {
    const { required, signature, response } = voucherHeaders()
    const [last] = exchangeAt().sends
    if (!last) throw new Error("The trace has no answer.")
    const sends = [{ ...last, headers: [["payment-response", response] as [string, string]] }]
    const voucher = arrows({ required, signature, sends })
    expect(voucher.map(({ id, state }) => `${id} ${state}`)).toEqual([
      "ask done",
      "terms done",
      "sign done",
      "pay done",
      "answer done",
      "claim later",
    ])
    expect(voucher[2]?.label).toBe("Voucher up to $0.15")
    expect(voucher[4]?.note).toBe("$0.05 charged to the channel: $0.15 in total, $1.85 left.")
    expect(voucher[5]?.note).toContain("$0.10 of $0.15 claimed on chain so far.")
  })

  test("have the typed data that was signed, and the headers as sent", () => {
    expect(arrows()[2]?.parts).toMatchObject([
      { value: { domain: { chainId: 8453, verifyingContract: terms.usdc.address }, message: { value: "50000" } } },
    ])
    const { required, signature } = exchangeAt()
    expect(arrows()[1]?.parts[0]).toEqual({ kind: "x402", name: "PAYMENT-REQUIRED", value: required })
    expect(arrows()[3]?.parts[1]).toEqual({ kind: "x402", name: "PAYMENT-SIGNATURE", value: signature })
  })

  test("name the payment identifier", () => {
    expect(arrows()[2]?.note).toContain(`identifier pay_${NONCE.slice(2)} buys one answer`)
  })

  test("survive a malformed trace", () => {
    expect(drawn({ required: "%", signature: "%", quote: null, sends: [] })).toHaveLength(7)
  })

  test("do not have the parameters of the path in their labels", () => {
    expect(arrows({ path: "/api/alerts/watch?target=https%3A%2F%2Fhook.example" })[0]?.label).toBe(
      "GET /api/alerts/watch?…",
    )
  })
})

describe("a trace that was rebuilt from receipts", () => {
  const receipt = () => receiptAt(NOW_MS)

  test("draws the same arrows, without what was not kept", () => {
    const trace = traceOfReceipts([receipt()])
    expect(trace && arrowsOf(trace, terms.chainId).map(({ id }) => id)).toEqual([
      "ask",
      "terms",
      "sign",
      "pay",
      "settle",
      "block",
      "answer",
    ])
    const dropped = traceOfReceipts([{ ...receipt(), headers: null }])
    expect(dropped && arrowsOf(dropped, terms.chainId)).toHaveLength(7)
  })

  test("is one for all parts of a brief, and none for a purchase of another browser", () => {
    const brief = "/api/brief?items=signal%2FBTC%2Csignal%2FETH"
    const parts = ["signal/BTC", "signal/ETH"].map((item) => ({ ...receipt(), id: `${NONCE}/${item}`, brief }))
    expect(traceOfReceipts(parts)).toMatchObject({ id: NONCE, title: "Brief: 2 answers", path: brief })
    expect(traceOfReceipts([{ ...receipt(), elsewhere: true }])).toBeNull()
  })
})

test("the counter counts answers, wallet signatures and dollars since an instant", () => {
  const exact = receiptAt(NOW_MS)
  const brief = { ...exact, brief: "/api/brief" }
  const receipts = [
    { ...exact, id: "0x01" },
    { ...brief, id: "0x02/signal/BTC" },
    { ...brief, id: "0x02/signal/ETH" },
    { ...exact, id: "0x03", channelId: "0xc" },
    { ...exact, id: "0x04", channelId: "0xc" },
    { ...exact, id: "0x05", elsewhere: true as const },
    { ...exact, id: "0x06", deliveredAtMs: NOW_MS - 1 },
  ]
  const { total, exact: byTransfer, session } = countSince(receipts, [openedSession(2_000_000n)], NOW_MS)
  expect(total).toEqual({ answers: 5, signatures: 3, amount: 250_000n })
  expect(byTransfer).toEqual({ answers: 3, signatures: 2, amount: 150_000n })
  expect(session).toEqual({ answers: 2, signatures: 1, amount: 100_000n })
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
