import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { transferProofText } from "@/lib/x402/wire/transfer-proof"
import {
  authorize,
  base64,
  btc,
  newPayer,
  NOW_MS,
  NOW_S,
  payloadV1,
  payloadV2,
  signIn,
  terms,
} from "@/tools/testing/payments/fixtures"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"

/* A payload that differs from the offer is refused with the field and its expected value. */

const OTHER = `0x${"12".repeat(20)}`

async function refusalOf(headers: Record<string, string>): Promise<readonly [string, unknown]> {
  const { get, endpoint } = await openPaidRoute()
  const refused = await get(headers)
  const { error, invalid_fields } = (await refused.json()) as { error: string; invalid_fields?: object }
  const asked = endpoint.fakes.calls.filter((call) => call !== "find")
  expect([refused.status, endpoint.served(), asked], "at most the ledger is read").toEqual([402, 0, []])
  return [error, invalid_fields]
}

const v1 = async (changes: object) =>
  refusalOf({ "x-payment": base64({ ...payloadV1(await authorize(newPayer())), ...changes }) })

const v2 = async (accepted: object, changes: object = {}) => {
  const payload = payloadV2(await authorize(newPayer()))
  return refusalOf({
    "payment-signature": base64({ ...payload, accepted: { ...payload.accepted, ...accepted }, ...changes }),
  })
}

test("a network in the other x402 version's format is refused with the expected name", async () => {
  const reason = "invalid_exact_evm_network_mismatch"
  expect(await v1({ network: terms.network })).toEqual([reason, { network: "must be base" }])
  expect(await v2({ network: "base" })).toEqual([reason, { "accepted.network": "must be eip155:8453" }])
})

test("all mismatched fields are listed together", async () => {
  expect(await v2({ asset: OTHER, amount: "1" }, { resource: { url: `${terms.origin}/api/quote/ETH` } })).toEqual([
    "invalid_exact_evm_asset_mismatch",
    {
      "accepted.asset": `must be ${terms.asset}`,
      "accepted.amount": "must be 50000",
      "resource.url": `must be ${terms.origin}${btc.url}`,
    },
  ])
  const signed = await authorize(newPayer(), { value: usdc(1n), to: OTHER as `0x${string}` })
  expect(await refusalOf({ "x-payment": base64(payloadV1(signed)) })).toEqual([
    "invalid_exact_evm_recipient_mismatch",
    { "payload.authorization.to": `must be ${terms.payTo}`, "payload.authorization.value": "must be 50000" },
  ])
})

test.each([
  [{ validBeforeS: NOW_MS }, "valid_before", "validBefore", `must be from ${NOW_S + 7} to ${NOW_S + 86_400}`],
  [{ validBeforeS: NOW_S }, "valid_before", "validBefore", `must be from ${NOW_S + 7} to ${NOW_S + 86_400}`],
  [{ validAfterS: NOW_S }, "valid_after", "validAfter", `must be below ${NOW_S}`],
])(
  "a validity time of another clock or in milliseconds is refused with the allowed range: %o",
  async (changes, reason, field, words) => {
    const payload = payloadV2(await authorize(newPayer(), changes))
    expect(await refusalOf({ "payment-signature": base64(payload) })).toEqual([
      `invalid_exact_evm_payload_authorization_${reason}`,
      { [`payload.authorization.${field}`]: `${words}, in seconds since 1970` },
    ])
  },
)

test("another transfer method than EIP-3009 is refused by name", async () => {
  const payload = { ...payloadV2(await authorize(newPayer())), payload: { signature: "0x", permit2Authorization: {} } }
  expect(await refusalOf({ "payment-signature": base64(payload) })).toEqual([
    "unsupported_payload_type",
    { payload: "must be a signed EIP-3009 authorization" },
  ])
})

test("a payment with valid fields has no invalid_fields", async () => {
  const { get, endpoint } = await openPaidRoute()
  const headers = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  expect((await get(headers)).status).toBe(200)
  endpoint.fakes.nowMs += 3_600_000
  const body = (await (await get(headers)).json()) as object
  expect(body).toMatchObject({ error: "redelivery_window_closed" })
  expect(body, "the redelivery window is closed, and no field is invalid").not.toHaveProperty("invalid_fields")
})

const HASH = `0x${"ab".repeat(32)}` as const
const proof = { transaction: HASH, payer: OTHER, issuedAt: NOW_S, signature: `0x${"34".repeat(65)}` }
const transfer = (payload: object, changes: object = {}) =>
  JSON.stringify({ scheme: "transfer", network: terms.network, payload, ...changes })

test.each([
  ["milliseconds", transfer({ ...proof, issuedAt: NOW_MS }), "transfer_too_old", ["payload.issuedAt"]],
  ["a date", transfer({ ...proof, issuedAt: "2026-11-23" }), "payer_signature_required", ["payload.issuedAt"]],
  ["no payer", transfer({ ...proof, payer: undefined }), "payer_signature_required", ["payload.payer"]],
  ["another scheme", transfer(proof, { scheme: "transfer-proof" }), "payer_signature_required", ["scheme"]],
  [
    "a flat payload",
    JSON.stringify({ scheme: "transfer", ...proof }),
    "payer_signature_required",
    ["network", "payload"],
  ],
  ["only the hash", HASH, "payer_signature_required", ["X-PAYMENT"]],
  ["another network", transfer(proof, { network: "base" }), "invalid_exact_evm_network_mismatch", ["network"]],
])("a transfer proof with %s is refused with its invalid fields", async (_, value, reason, fields) => {
  const { get, endpoint } = await openPaidRoute()
  const refused = await get({ "x-payment": value })
  const { error, invalid_fields } = (await refused.json()) as { error: string; invalid_fields: object }
  expect([refused.status, error, Object.keys(invalid_fields)]).toEqual([402, reason, fields])
  expect(endpoint.served()).toBe(0)
})

test("a transfer proof signed over another text is refused with the expected text", async () => {
  const { get, endpoint } = await openPaidRoute()
  endpoint.fakes.isValidSignature = () => Promise.resolve(false)
  const refused = await get({ "x-payment": transfer(proof) })
  const text = transferProofText(terms, btc, { transaction: HASH, issuedAtS: NOW_S })
  expect(await refused.json()).toMatchObject({
    error: "invalid_transfer_signature",
    invalid_fields: { "payload.signature": `must be the payer's personal_sign of: ${text}` },
  })
})

test("a sign-in is also accepted as plain JSON, and an invalid sign-in gets its invalid fields", async () => {
  const { get } = await openPaidRoute()
  const payer = newPayer()
  const bought = await get({ "payment-signature": base64(payloadV2(await authorize(payer))) })
  const signed = await signIn(payer, btc, { nonce: "a1b2c3d4e5f6", nowMs: NOW_MS })
  const wrong = async (value: string) => (await get({ "sign-in-with-x": value })).json()
  expect(await wrong(JSON.stringify({ ...signed, chainId: 8453, nonce: "short" }))).toMatchObject({
    error: "invalid_siwx_payload",
    invalid_fields: { chainId: "must be a JSON string", nonce: expect.any(String) },
  })
  expect(await wrong("{}")).toMatchObject({ invalid_fields: { domain: "is required", version: "is required" } })
  expect(await wrong("%")).toMatchObject({
    invalid_fields: { "SIGN-IN-WITH-X": "must be a JSON object, or base64 of one" },
  })
  const again = await get({ "sign-in-with-x": JSON.stringify(signed) })
  expect([again.status, await again.text()]).toEqual([200, await bought.text()])
})
