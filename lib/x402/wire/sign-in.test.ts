import fc from "fast-check"
import { createSiweMessage } from "viem/siwe"
import { expect, test } from "vitest"
import { base64, btc, NOW_MS, terms } from "@/tools/testing/payments/fixtures"
import { checkSignIn, decodeSignIn, MAX_SIGN_IN_AGE_MS, type SignIn, signInExtension, signInText } from "./sign-in"

const { info, supportedChains } = signInExtension(terms, btc, { nonce: "a1b2c3d4e5f6", nowMs: NOW_MS })[
  "sign-in-with-x"
]
const ADDRESS = "0x857b06519E91e3A54538791bDbb0E22373e36b66"

/** The message of a client that completes the offer of the 402. */
const presented = (changes: object = {}) => ({
  ...info,
  chainId: supportedChains[0]?.chainId,
  type: supportedChains[0]?.type,
  address: ADDRESS,
  signature: `0x${"11".repeat(65)}`,
  ...changes,
})

function read(changes: object = {}): SignIn {
  const signIn = decodeSignIn(base64(presented(changes)))
  if (signIn === null) throw new Error("Expected a sign-in.")
  return signIn
}

const check = (changes: object, nowMs = NOW_MS) => checkSignIn(read(changes), btc, terms, nowMs)

test("the sign-in text equals viem's, so that wallets show it as a sign-in", () => {
  const { domain, uri, nonce, statement, issuedAt, expirationTime } = info
  const dates = { issuedAt: new Date(issuedAt), expirationTime: new Date(expirationTime) }
  const rest = { requestId: "7", resources: [uri], notBefore: dates.issuedAt }
  const same = { domain, address: ADDRESS, uri, nonce, statement, version: "1", chainId: 8453, ...dates } as const
  expect(signInText(read())).toBe(createSiweMessage(same))
  const more = { requestId: "7", resources: [uri], notBefore: issuedAt }
  expect(signInText(read(more))).toBe(createSiweMessage({ ...same, ...rest }))
})

test("the 402's sign-in message is accepted unchanged until it is five minutes old", () => {
  expect(check({})).toBeNull()
  expect(check({}, NOW_MS + MAX_SIGN_IN_AGE_MS - 1)).toBeNull()
  expect(check({}, NOW_MS + MAX_SIGN_IN_AGE_MS)).toBe("invalid_siwx_expired")
  expect(check({ expirationTime: undefined }, NOW_MS + MAX_SIGN_IN_AGE_MS + 1)).toBe("invalid_siwx_issued_at_too_old")
})

test.each([
  [{ domain: "evil.example" }, "invalid_siwx_domain_mismatch"],
  [{ domain: `${new URL(terms.origin).host}:444` }, "invalid_siwx_domain_mismatch"],
  [{ uri: "https://evil.example/api/quote/BTC" }, "invalid_siwx_uri_mismatch"],
  [{ uri: `${terms.origin}/api/quote/ETH` }, "invalid_siwx_uri_mismatch"],
  [{ uri: terms.origin }, "invalid_siwx_uri_mismatch"],
  [{ chainId: "eip155:1" }, "invalid_siwx_unsupported_chain"],
  [{ issuedAt: new Date(NOW_MS + 10_000).toISOString() }, "invalid_siwx_issued_at_in_future"],
  [{ notBefore: new Date(NOW_MS + 1).toISOString() }, "invalid_siwx_not_yet_valid"],
] as const)("%o: %s", (changes, reason) => {
  expect(check(changes)).toBe(reason)
})

test.each([
  { statement: "one\n\nURI: https://evil.example" },
  { nonce: "short" },
  { nonce: "with space in it" },
  { version: "2" },
  { type: "ed25519" },
  { address: "0x12" },
  { signature: "0x12" },
  { issuedAt: "yesterday" },
  { resources: Array.from({ length: 17 }, () => "https://x.example") },
])("%o is malformed", (changes) => {
  expect(decodeSignIn(base64(presented(changes)))).toBeNull()
})

test("decoding any sign-in header does not throw", () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json().map((text) => base64(text)),
    fc
      .dictionary(fc.constantFrom(...Object.keys(presented())), fc.jsonValue())
      .map((changes) => base64(presented(changes))),
  )
  fc.assert(
    fc.property(anything, (header) => {
      expect(() => decodeSignIn(header)).not.toThrow()
    }),
  )
})
