import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { NOW_MS } from "@/tools/testing/client/fixtures"
import {
  expectedSignIn,
  ORIGIN,
  signInExtension,
  signInOffer,
  signInPayer,
} from "@/tools/testing/client/sign-in-fixtures"
import { decodeHeader } from "@/lib/client/purchase/header"
import { isQuoteDue } from "@/lib/client/panel/machine"
import { isOfferGood, readOffer } from "./offer"
import { signInHeader, signInText } from "./proof"

const read = (extension: unknown, expected = expectedSignIn) =>
  readOffer({ extensions: { "sign-in-with-x": extension } }, expected, NOW_MS)

describe("a text for another site, resource or network is not signed", () => {
  test.each([
    ["site", signInExtension({ domain: "evil.example" })],
    ["site", signInExtension({ domain: "signal402.example:444" })],
    ["resource", signInExtension({ uri: "https://evil.example/api/signal/BTC" })],
    ["resource", signInExtension({ uri: `${ORIGIN}/api/signal/ETH` })],
    ["resource", signInExtension({ uri: `${ORIGIN}/api/signal/BTC?risk=low` })],
    ["resource", signInExtension({ uri: "http://signal402.example/api/signal/BTC" })],
    ["resource", signInExtension({ uri: ORIGIN })],
    ["network", { ...signInExtension(), supportedChains: [{ chainId: "eip155:1", type: "eip191" }] }],
    ["network", { ...signInExtension(), supportedChains: [{ chainId: "eip155:8453", type: "ed25519" }] }],
    ["network", { ...signInExtension(), supportedChains: [] }],
  ] as const)("%s: %o", (problem, extension) => {
    expect(read(extension)).toEqual({ kind: "terms-mismatch", problem })
  })
})

test("query parameters may have another order", () => {
  const extension = signInExtension({ uri: `${ORIGIN}/api/yields?limit=5&chain=Base` })
  expect(read(extension, { ...expectedSignIn, path: "/api/yields?chain=Base&limit=5" }).kind).toBe("quote")
})

test.each([
  undefined,
  null,
  { info: {} },
  signInExtension({ statement: "one\n\nURI: https://evil.example" }),
  signInExtension({ nonce: "with space" }),
  { ...signInExtension(), info: { ...signInExtension().info, version: "2" } },
  signInExtension({ issuedAt: "yesterday" }),
])("the extension %o is not an offer", (extension) => {
  expect(read(extension)).toEqual({ kind: "unreadable" })
})

test("reading any extension does not throw", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => readOffer(value, expectedSignIn, NOW_MS).kind === "unreadable"))
})

test("a text is renewed early, and not signed shortly before it expires", () => {
  const offer = signInOffer()
  const isDue = (nowMs: number) => isQuoteDue({ kind: "ready", quote: offer }, nowMs)
  expect([isDue(NOW_MS + 120_000), isDue(NOW_MS + 120_001)]).toEqual([false, true])
  expect([isOfferGood(offer, NOW_MS + 269_999), isOfferGood(offer, NOW_MS + 270_000)]).toEqual([true, false])
})

test("a clock difference to the service does not shorten the time to sign", () => {
  const hourAhead = { ...signInOffer(), atMs: NOW_MS + 3_600_000 }
  expect(isOfferGood(hourAhead, NOW_MS + 3_600_000)).toBe(true)
})

test("the text names the site, the resource and the wallet, and says that nothing is charged", () => {
  expect(signInText(signInOffer(), signInPayer.address).split("\n")).toEqual([
    "signal402.example wants you to sign in with your Ethereum account:",
    signInPayer.address,
    "",
    "Fetch again what this wallet bought here. Nothing is charged.",
    "",
    `URI: ${ORIGIN}/api/signal/BTC`,
    "Version: 1",
    "Chain ID: 8453",
    "Nonce: a1b2c3d4e5f67890a1b2c3d4e5f67890",
    "Issued At: 2026-11-20T12:00:00.000Z",
    "Expiration Time: 2026-11-20T12:05:00.000Z",
  ])
})

test("the header has the signed fields and no others", () => {
  const extension = signInExtension()
  const offer = { ...signInOffer(), extension: { ...extension, info: { ...extension.info, resources: ["x"] } } }
  const { address } = signInPayer
  const lower = `0x${address.slice(2).toLowerCase()}` as const
  const { info } = extension
  expect(decodeHeader(signInHeader(offer, lower, "0xab"))).toEqual({
    ...info,
    address,
    chainId: "eip155:8453",
    type: "eip191",
    signature: "0xab",
  })
})
