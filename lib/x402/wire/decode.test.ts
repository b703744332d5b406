import { describe, expect, test } from "vitest"
import { authorize, base64, newPayer, payloadV1, payloadV2 } from "@/tools/testing/payments/fixtures"
import { decodePayload, decodePayment } from "./decode"

const HASH = `0x${"ab".repeat(32)}`
const PAYER = `0x${"12".repeat(20)}`
const SIGNATURE = `0x${"34".repeat(65)}`
const proof = { transaction: HASH, payer: PAYER, issuedAt: 1_790_000_000, signature: SIGNATURE }

const presented = (value: string) => decodePayment(new Headers({ "x-payment": value }))

describe("a transaction hash alone is answered with a request to sign, not to pay again", () => {
  test.each([
    ["the hash", HASH],
    ["the hash in capitals", HASH.toUpperCase().replace("X", "x")],
    ["the hash as JSON", JSON.stringify(HASH)],
    ["the hash in base64", base64(HASH)],
    ["an object with txHash", JSON.stringify({ txHash: HASH })],
    ["an object with transaction", JSON.stringify({ transaction: HASH, network: "eip155:8453" })],
    ["the same in base64", base64({ transactionHash: HASH })],
    ["a transfer without a signature", JSON.stringify({ scheme: "transfer", payload: { transaction: HASH } })],
    [
      "a transfer with a date for the seconds",
      JSON.stringify({
        scheme: "transfer",
        network: "eip155:8453",
        payload: { ...proof, issuedAt: "2026-11-23T07:00:00Z" },
      }),
    ],
    [
      "a proof under another scheme",
      JSON.stringify({ scheme: "transfer-proof", network: "eip155:8453", payload: proof }),
    ],
    ["a payment of version 1", base64({ x402Version: 1, scheme: "exact", network: "base", payload: { txHash: HASH } })],
    ["a payment of version 2", base64({ x402Version: 2, payload: { transaction: HASH } })],
  ])("%s", (_, value) => {
    expect(presented(value)).toEqual({ kind: "invalid", reason: "payer_signature_required" })
  })
})

test("a proof in the format of the 402 is decoded", () => {
  const value = JSON.stringify({ scheme: "transfer", network: "eip155:8453", payload: proof })
  expect(presented(value)).toMatchObject({ kind: "transfer", proof: { transaction: HASH, payer: PAYER } })
})

test("the same proof in both headers is one payment; two different ones are refused", () => {
  const twice = (other: object) =>
    decodePayment(
      new Headers({
        "payment-signature": base64({ scheme: "transfer", network: "eip155:8453", payload: proof }),
        "x-payment": JSON.stringify({ scheme: "transfer", network: "eip155:8453", payload: { ...proof, ...other } }),
      }),
    )
  expect(twice({})).toMatchObject({ kind: "transfer" })
  expect(twice({ transaction: `0x${"cd".repeat(32)}` })).toEqual({ kind: "invalid", reason: "two_payments" })
})

test.each(["", "%", "0x12", `${HASH}00`, "null", "{}", base64({ txHash: "0x12" }), base64({ payload: HASH })])(
  "%s is neither a payment nor a transfer",
  (value) => {
    expect(presented(value)).toEqual({ kind: "invalid", reason: "invalid_payload" })
  },
)

test("an unsupported x402 version is reported by name", () => {
  expect(presented(base64({ x402Version: 7, txHash: HASH }))).toEqual({
    kind: "invalid",
    reason: "invalid_x402_version",
  })
})

test("a decoded payload without a header asks for no signature", () => {
  expect(decodePayload({ txHash: HASH })).toEqual({ kind: "invalid", reason: "invalid_payload" })
})

test("an ERC-6492 wrapper is split into signature and deployment", async () => {
  const authorization = await authorize(newPayer(), { deployment: { factory: `0x${"ab".repeat(20)}`, data: "0x01" } })
  for (const payload of [payloadV1(authorization), payloadV2(authorization)]) {
    expect(decodePayload(payload)).toMatchObject({ kind: "payment", payment: { authorization } })
  }
})
