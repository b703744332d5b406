import { beforeAll, expect, test } from "vitest"
import { payerDigest } from "@/lib/x402/chain/authorization"
import { usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/x402/ledger/payment"
import type { PresentedPayment } from "@/lib/x402/wire/decode"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { Offer } from "@/lib/x402/wire/requirements"
import {
  authorize,
  btc,
  digestOf,
  newPayer,
  NOW_MS,
  NOW_S,
  present,
  terms,
  tokenDomain,
} from "@/tools/testing/payments/fixtures"
import { checkTerms, checkWindow, isSignedByKey } from "./verify-authorization"

const OTHER_ADDRESS = "0x00000000000000000000000000000000000000ee"
const payer = newPayer()
let good: Authorization

beforeAll(async () => {
  good = await authorize(payer)
})

const v2 = (changes: Partial<PresentedPayment> = {}): PresentedPayment => ({ ...present(good), ...changes })
const v1 = (changes: Partial<PresentedPayment> = {}): PresentedPayment =>
  v2({ dialect: "v1", network: "base", accepted: null, resourceUrl: null, ...changes })
const accepting = (changes: Partial<NonNullable<PresentedPayment["accepted"]>>): Partial<PresentedPayment> => ({
  accepted: { amount: "50000", asset: terms.asset, payTo: terms.payTo, ...changes },
})
const check = (payment: PresentedPayment, offer: Offer = btc) => checkTerms(payment, offer, terms, NOW_MS)

test("a payment that matches the offer passes, in both versions", () => {
  expect(check(v2())).toBeNull()
  expect(check(v1())).toBeNull()
})

test("each mismatched field has its own reason", () => {
  const signed = (changes: Partial<Authorization>) => ({ authorization: { ...good, ...changes } })
  const wrong: readonly (readonly [PresentedPayment, PaymentReason])[] = [
    [v2({ scheme: "upto" }), "unsupported_scheme"],
    [v1({ scheme: "permit2" }), "unsupported_scheme"],
    [v2({ network: "eip155:84532" }), "invalid_exact_evm_network_mismatch"],
    [v2({ network: "base" }), "invalid_exact_evm_network_mismatch"],
    [v1({ network: "eip155:8453" }), "invalid_exact_evm_network_mismatch"],
    [v2(accepting({ asset: OTHER_ADDRESS })), "invalid_exact_evm_asset_mismatch"],
    [v2(accepting({ payTo: OTHER_ADDRESS })), "invalid_exact_evm_recipient_mismatch"],
    [v2(signed({ to: OTHER_ADDRESS })), "invalid_exact_evm_recipient_mismatch"],
    [v1(signed({ to: OTHER_ADDRESS })), "invalid_exact_evm_recipient_mismatch"],
    [v2(signed({ value: usdc(49_999n) })), "invalid_exact_evm_payload_authorization_value_mismatch"],
    [v1(signed({ value: usdc(50_001n) })), "invalid_exact_evm_payload_authorization_value_mismatch"],
    [v2(accepting({ amount: "49999" })), "invalid_exact_evm_payload_authorization_value_mismatch"],
    [v2(accepting({ amount: "0x0" })), "invalid_exact_evm_payload_authorization_value_mismatch"],
    [v2({ resourceUrl: `${terms.origin}/api/quote/ETH` }), "payment_resource_mismatch"],
    [v2(signed({ validAfterS: NOW_S })), "invalid_exact_evm_payload_authorization_valid_after"],
    [v1(signed({ validBeforeS: NOW_S })), "invalid_exact_evm_payload_authorization_valid_before"],
  ]
  for (const [payment, reason] of wrong) expect(check(payment)).toBe(reason)
})

test("with several mismatches the cheapest check gives the reason", () => {
  const order: readonly (readonly [Partial<PresentedPayment>, PaymentReason])[] = [
    [{ authorization: { ...good, validBeforeS: 0 } }, "invalid_exact_evm_payload_authorization_valid_before"],
    [{ resourceUrl: "https://x.example/other" }, "payment_resource_mismatch"],
    [accepting({ amount: "1" }), "invalid_exact_evm_payload_authorization_value_mismatch"],
    [accepting({ amount: "1", payTo: OTHER_ADDRESS }), "invalid_exact_evm_recipient_mismatch"],
    [accepting({ amount: "1", payTo: OTHER_ADDRESS, asset: OTHER_ADDRESS }), "invalid_exact_evm_asset_mismatch"],
    [{ network: "eip155:1" }, "invalid_exact_evm_network_mismatch"],
    [{ scheme: "upto" }, "unsupported_scheme"],
  ]
  let faults: Partial<PresentedPayment> = {}
  for (const [fault, reason] of order) {
    faults = { ...faults, ...fault }
    expect(check(v2(faults))).toBe(reason)
  }
})

test("addresses are compared without regard to case", () => {
  const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`
  expect(check(v2(accepting({ asset: upper(terms.asset), payTo: upper(terms.payTo) })))).toBeNull()
  expect(check(v2(accepting({ asset: terms.asset.toLowerCase(), payTo: terms.payTo.toLowerCase() })))).toBeNull()
})

test("resources are compared by path and query; host, scheme and the /api prefix are ignored", () => {
  const asked: Offer = { ...btc, url: "/api/quote/BTC?risk=low" }
  const named = (resourceUrl: string) => check(v2({ resourceUrl }), asked)
  for (const same of [
    "https://signal402.example/api/quote/BTC?risk=low",
    "http://10.0.0.7:3000/api/quote/BTC?risk=low",
    "https://signal402.example/quote/BTC?risk=low",
    "https://signal402.example/api/quote/BTC?risk=low#top",
    "https://signal402.example/api/quote/BTC/?risk=low",
    "https://signal402.example/api/quote/BTC?utm=1&risk=low&_=7",
  ]) {
    expect(named(same), same).toBeNull()
  }
  for (const other of [
    "https://signal402.example/api/quote/BTC",
    "https://signal402.example/api/quote/BTC?risk=high",
    "https://signal402.example/api/quote/ETH?risk=low",
    "https://signal402.example/api/quote/BTC?risk=low&depth=2",
    "https://signal402.example/api/quote/BTC?risk=low&risk=low",
    "https://signal402.example/api/quote?risk=low",
    "https://signal402.example/API/quote/BTC?risk=low",
    "/api/quote/BTC?risk=low",
    "not a url",
    "",
  ]) {
    expect(named(other), other).toBe("payment_resource_mismatch")
  }
  const both: Offer = { ...btc, url: "/api/quote/BTC?depth=2&risk=low" }
  const inAnotherOrder = `${terms.origin}/quote/BTC?risk=low&depth=2`
  expect(check(v2({ resourceUrl: inAnotherOrder }), both), "as the route reads it").toBeNull()
})

test("a payment is valid strictly after validAfter and at least some seconds before validBefore", () => {
  const window = (validAfterS: number, validBeforeS: number, nowMs = NOW_MS) =>
    checkWindow({ ...good, validAfterS, validBeforeS }, nowMs)
  const late = "invalid_exact_evm_payload_authorization_valid_before"
  expect(window(NOW_S - 1, NOW_S + 7)).toBeNull()
  expect(window(NOW_S, NOW_S + 7)).toBe("invalid_exact_evm_payload_authorization_valid_after")
  expect(window(NOW_S - 1, NOW_S + 6)).toBe(late)
  expect(window(NOW_S - 1, NOW_S + 7, NOW_MS + 999), "the same second").toBeNull()
  expect(window(NOW_S - 1, NOW_S + 7, NOW_MS + 1000)).toBe(late)
})

test("a validity window that ends more than a day and a minute from now is refused", () => {
  const day = NOW_S + 86_400
  const ends = (authorization: Authorization) =>
    [day, day + 60, day + 61, Number.MAX_SAFE_INTEGER].map((validBeforeS) =>
      checkWindow({ ...authorization, validAfterS: 0, validBeforeS }, NOW_MS),
    )
  const late = "invalid_exact_evm_payload_authorization_valid_before"
  expect(ends(good)).toEqual([null, null, late, late])
})

test("isSignedByKey() accepts only the payer's key over these terms and this domain", async () => {
  expect(isSignedByKey(good, digestOf)).toBe(true)
  expect(isSignedByKey({ ...good, value: usdc(1n) }, digestOf)).toBe(false)
  expect(isSignedByKey({ ...good, from: OTHER_ADDRESS }, digestOf)).toBe(false)
  expect(isSignedByKey({ ...good, signature: `0x${"00".repeat(200)}` }, digestOf)).toBe(false)
  expect(isSignedByKey(good, payerDigest({ ...tokenDomain, chainId: 1 }))).toBe(false)
})

test("the signer is recovered once for each authorization object", async () => {
  const good = await authorize(payer)
  let looks = 0
  const counting = (...transfer: Parameters<typeof digestOf>) => {
    looks += 1
    return digestOf(...transfer)
  }
  const asked = [good, good, { ...good, value: usdc(1n) }].map((one) => isSignedByKey(one, counting))
  expect(asked).toEqual([true, true, false])
  expect(looks).toBe(2)
})
