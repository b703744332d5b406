import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { encodeHeader } from "@/lib/client/purchase/header"
import { exchangeAt, NOW_MS } from "@/tools/testing/client/fixtures"
import { decodePasted, type Decoded } from "./decode"
import { maskSecrets } from "@/lib/client/mask-secrets"

const BASE_USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const PAYEE = "0x3D4eB37AEF9385B01caA10612b5467bB3972173B"

const context = { nowMs: NOW_MS, tokens: [] }
const decode = (text: string) => decodePasted(text, context)

const entry = {
  scheme: "exact",
  network: "eip155:8453",
  amount: "50000",
  asset: BASE_USDC,
  payTo: PAYEE,
  maxTimeoutSeconds: 300,
  extra: { name: "USD Coin", version: "2" },
}
const v1Entry = {
  scheme: "exact",
  network: "base",
  maxAmountRequired: "50000",
  resource: "https://seller.example/data",
  description: "Data",
  mimeType: "application/json",
  payTo: PAYEE,
  maxTimeoutSeconds: 300,
  asset: BASE_USDC,
  extra: { name: "USD Coin", version: "2" },
}

const header = (changes: Readonly<Record<string, unknown>> = {}) =>
  encodeHeader({
    x402Version: 2,
    error: "payment_required",
    resource: { url: "https://seller.example/data" },
    accepts: [{ ...entry, ...changes }],
  })
const body = (changes: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ x402Version: 1, error: "payment_required", accepts: [{ ...v1Entry, ...changes }] })

/** `path: text` of every error and warning. */
function mistakes({ findings, messages }: Decoded): readonly string[] {
  const ofFields = messages.flatMap(({ fields }) =>
    fields.flatMap(({ path, findings }) => findings.map(({ text }) => `${path}: ${text}`)),
  )
  return [...findings, ...messages.flatMap((message) => message.findings)].map(({ text }) => text).concat(ofFields)
}

const fieldAt = ({ messages }: Decoded, path: string) =>
  messages.flatMap(({ fields }) => fields).find((field) => field.path === path)

describe("a sound challenge", () => {
  test.each([
    ["the header's value", header(), "Challenge, version 2"],
    ["a quoted value", `"${header()}"`, "Challenge, version 2"],
    ["a value that a terminal wrapped", header().replaceAll(/(.{60})/g, "$1\n"), "Challenge, version 2"],
    ["a header line", `PAYMENT-REQUIRED: ${header()}`, "Challenge, version 2"],
    ["a header in curl -v", `< payment-required: ${header()}\r\n<`, "Challenge, version 2"],
    ["headers as JSON", JSON.stringify({ "payment-required": header() }), "Challenge, version 2"],
    ["a version 1 body", body(), "Challenge, version 1"],
  ])("has no mistakes: %s", (_, text, title) => {
    const decoded = decode(text)
    expect(decoded.messages.map((message) => message.title)).toEqual([title])
    expect(mistakes(decoded)).toEqual([])
  })

  test("of curl -i is read from its header and its body", () => {
    const text = `HTTP/1.1 402 Payment Required\r\nContent-Type: application/json\r\nPAYMENT-REQUIRED: ${header()}\r\n\r\n${body()}\n`
    const decoded = decode(text)
    expect(decoded.messages.map(({ title, place }) => [title, place])).toEqual([
      ["Challenge, version 2", "PAYMENT-REQUIRED"],
      ["Challenge, version 1", "body"],
    ])
    expect(mistakes(decoded)).toEqual([])
  })

  test("says the price in the token's units", () => {
    expect(fieldAt(decode(header()), "accepts[0].amount")?.meaning).toContain("0.05 USDC")
  })
})

describe("mistakes of a version 2 challenge are named", () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["a number as amount", { amount: 50_000 }, "accepts[0].amount: Must be a string of digits, not a number"],
    ["a decimal amount", { amount: "0.05" }, "accepts[0].amount: Must be whole atomic units"],
    ["a hexadecimal amount", { amount: "0xc350" }, "accepts[0].amount: Must be decimal digits"],
    ["an amount above uint256", { amount: "9".repeat(78) }, "accepts[0].amount: Does not fit"],
    ["more than the clients' limit", { amount: "1000001" }, "accepts[0].amount: Official version 2 clients refuse"],
    ["no amount", { amount: undefined, maxAmountRequired: "1" }, "accepts[0].amount: amount is missing"],
    ["a version 1 price field", { maxAmountRequired: "1" }, "accepts[0].maxAmountRequired: A version 1 field"],
    [
      "a version 1 network",
      { network: "base" },
      'accepts[0].network: This is a version 1 name. Version 2 writes "eip155:8453"',
    ],
    [
      "a chain id alone",
      { network: "8453" },
      'accepts[0].network: A chain id alone is no CAIP-2 id. Write "eip155:8453"',
    ],
    ["a chain id as a number", { network: 8453 }, 'accepts[0].network: Must be a string. Write "eip155:8453"'],
    [
      "a hexadecimal chain id",
      { network: "eip155:0x2105" },
      'accepts[0].network: The chain id must be decimal: "eip155:8453"',
    ],
    ["an upper-case namespace", { network: "EIP155:8453" }, "accepts[0].network: The namespace is lower case"],
    ["no EIP-712 domain", { extra: {} }, "accepts[0].extra.name: name is missing"],
    ["no extra", { extra: undefined }, "accepts[0].extra: extra is missing"],
    [
      "the domain of another chain",
      { extra: { name: "USDC", version: "2" } },
      `accepts[0].extra.name: The contract's name is "USD Coin"`,
    ],
    ["an unknown token", { asset: PAYEE, payTo: BASE_USDC }, "accepts[0].asset: Unknown token"],
    [
      "a token of another chain",
      { asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" },
      "accepts[0].asset: This is USDC of Base Sepolia",
    ],
    ["a timeout of zero", { maxTimeoutSeconds: 0 }, "accepts[0].maxTimeoutSeconds: Zero or less"],
    ["a quoted timeout", { maxTimeoutSeconds: "300" }, "accepts[0].maxTimeoutSeconds: Must be a number of seconds"],
    ["a wrong checksum", { payTo: PAYEE.replace("aA", "Aa") }, "accepts[0].payTo: Its checksum (EIP-55) is wrong"],
    ["the zero address", { payTo: `0x${"0".repeat(40)}` }, "accepts[0].payTo: The zero address"],
    ["the token as payee", { payTo: BASE_USDC }, "accepts[0].payTo: This is the token's own contract"],
    ["a short address", { payTo: "0x1234" }, "accepts[0].payTo: Must be an address"],
    ["an unknown scheme", { scheme: "stream" }, "accepts[0].scheme: No scheme"],
    [
      "a channel without its authorizer",
      { scheme: "batch-settlement" },
      "accepts[0].extra.receiverAuthorizer: receiverAuthorizer is missing",
    ],
  ])("%s", (_, changes, finding) => {
    expect(mistakes(decode(header(changes))).join("\n")).toContain(finding)
  })

  test("in the body, where official clients do not read version 2", () => {
    expect(mistakes(decode(atob(header()))).join()).toContain("belongs in the PAYMENT-REQUIRED header")
  })

  test("with a version as text, no entries, or a status that is not 402", () => {
    const text = JSON.stringify({ x402Version: "2", resource: "https://seller.example", accepts: [] })
    expect(mistakes(decode(`HTTP/2 200\npayment-required: ${btoa(text)}`))).toEqual([
      "A challenge with status 200: clients pay only after a 402.",
      "x402Version: Must be a number, without quotes.",
      'resource: Must be an object with "url". A string here is the form of version 1.',
      "accepts: Empty: nobody can pay.",
    ])
  })

  test("when header and body ask for different money", () => {
    const text = `PAYMENT-REQUIRED: ${header()}\n\n${body({ maxAmountRequired: "60000", payTo: BASE_USDC })}`
    expect(mistakes(decode(text)).slice(0, 2)).toEqual([
      "Header and body name different prices.",
      "Header and body name different payees.",
    ])
  })

  test("when the value cannot be read", () => {
    expect(mistakes(decode("PAYMENT-REQUIRED: ###"))).toEqual(["Not base64."])
    expect(mistakes(decode(`PAYMENT-REQUIRED: ${btoa("hello, this is text")}`))).toEqual([
      "The base64 does not hold JSON.",
    ])
    expect(mistakes(decode(`PAYMENT-REQUIRED: ${header()}${"A".repeat(20_000)}`))[0]).toContain("16 KB")
    expect(mistakes(decode("just words"))).toEqual([expect.stringContaining("Nothing of x402 found")])
  })
})

describe("mistakes of a version 1 challenge are named", () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    [
      "a version 2 network",
      { network: "eip155:8453" },
      'accepts[0].network: This is a version 2 network id. Version 1 calls it "base"',
    ],
    ["a version 2 price field", { maxAmountRequired: undefined, amount: "5" }, "accepts[0].amount: A version 2 field"],
    ["a path as resource", { resource: "/data" }, "accepts[0].resource: Must be an absolute URL"],
    ["no description", { description: undefined }, "accepts[0].description: description is missing"],
    [
      "more than the clients' limit",
      { maxAmountRequired: "110000" },
      "accepts[0].maxAmountRequired: Official version 1 clients",
    ],
    ["another scheme", { scheme: "upto" }, 'accepts[0].scheme: Version 1 clients know "exact" only'],
  ])("%s", (_, changes, finding) => {
    expect(mistakes(decode(body(changes))).join("\n")).toContain(finding)
  })
})

describe("a payment", () => {
  const { signature } = exchangeAt()

  test("of this dashboard is explained, with its curl command around it", () => {
    const decoded = decodePasted(`curl -i 'https://seller.example' -H 'PAYMENT-SIGNATURE: ${signature}'`, context)
    expect(decoded.messages.map(({ title }) => title)).toEqual(["Payment, version 2"])
    const line = decode(`PAYMENT-SIGNATURE: ${signature}`)
    expect(line.messages[0]?.title).toBe("Payment, version 2")
    expect(fieldAt(line, "payload.authorization.validBefore")?.findings).toEqual([])
  })

  test("that has expired, pays less, or pays someone else is named", () => {
    const payment = {
      x402Version: 2,
      accepted: entry,
      payload: {
        signature: `0x${"11".repeat(64)}1b`,
        authorization: {
          from: PAYEE,
          to: BASE_USDC,
          value: "40000",
          validAfter: "0",
          validBefore: String(NOW_MS / 1_000 - 1),
          nonce: `0x${"00".repeat(32)}`,
        },
      },
    }
    const found = mistakes(decode(encodeHeader(payment)))
    expect(found).toEqual([
      "payload.authorization.to: Not the payTo of the accepted terms.",
      "payload.authorization.value: Less than the price of 50000.",
      "payload.authorization.validBefore: Expired: nobody can charge it any more.",
      "payload.authorization.nonce: All zeros: not random.",
    ])
  })

  test("with times in milliseconds or a malleable signature is named", () => {
    const payload = {
      signature: `0x${"11".repeat(32)}${"ff".repeat(32)}1b`,
      authorization: {
        ...entry,
        from: PAYEE,
        to: PAYEE,
        value: "50000",
        validAfter: "0",
        validBefore: String(NOW_MS),
        nonce: `0x${"01".repeat(32)}`,
      },
    }
    const found = mistakes(decode(JSON.stringify({ x402Version: 1, scheme: "exact", network: "base", payload })))
    expect(found).toContain("payload.signature: Its s is in the upper half: USDC refuses it as malleable.")
    expect(found).toContain("payload.authorization.validBefore: These are milliseconds. The contract counts seconds.")
  })
})

test("a settlement, and a refused one without a reason", () => {
  const settled = encodeHeader({
    success: true,
    transaction: `0x${"ab".repeat(32)}`,
    network: "eip155:8453",
    payer: PAYEE,
  })
  expect(mistakes(decode(`payment-response: ${settled}`))).toEqual([])
  expect(mistakes(decode(JSON.stringify({ success: false, network: "base" })))).toEqual([
    "errorReason: errorReason is missing.",
  ])
})

test("the target of an alert and keys are never shown", () => {
  const url =
    "https://seller.example/api/alerts/watch?conditions=regime&target=https%3A%2F%2Fhooks.example%2Fsecret&for=24h"
  const decoded = decode(body({ resource: url }))
  expect(fieldAt(decoded, "accepts[0].resource")?.value).toBe(
    "https://seller.example/api/alerts/watch?conditions=regime&target=•••&for=24h",
  )
  expect(maskSecrets('{"secret": "a01b", "watch":"w"}')).toBe('{"secret": "•••", "watch":"w"}')
})

describe("hostile text", () => {
  const names = fc.constantFrom(
    "x402Version",
    "accepts",
    "payload",
    "accepted",
    "authorization",
    "signature",
    "success",
    "extra",
    "network",
    "amount",
    "asset",
    "payTo",
    "value",
    "validBefore",
    "resource",
    "url",
    "type",
    "voucher",
    "channelConfig",
    "toString",
    "valueOf",
    "__proto__",
    "constructor",
    "toJSON",
  )
  const leaf = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(1, 2, "exact", "base", "eip155:8453", "0x", "deposit", `0x${"f".repeat(40)}`, "9".repeat(90)),
  )
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(names, tie("tree"), { maxKeys: 8 }),
    ),
  }))

  test("never throws, and every path is explained once a message", () => {
    const places = fc.constantFrom(
      "",
      "PAYMENT-REQUIRED: ",
      "payment-signature: ",
      "X-PAYMENT: ",
      "payment-response: ",
      "HTTP/1.1 402\n\n",
    )
    fc.assert(
      fc.property(tree, places, fc.boolean(), (value, place, isEncoded) => {
        const json = JSON.stringify(value)
        const { messages } = decode(place + (isEncoded ? encodeHeader(value) : json))
        for (const { fields } of messages) {
          expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length)
          for (const { meaning, value } of fields) {
            expect(meaning).not.toBe("")
            expect((value ?? "").length).toBeLessThanOrEqual(241)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test("of any characters never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => void decode(text)),
      { numRuns: 400 },
    )
  })

  test("that is nested or long is refused", () => {
    expect(decode("[".repeat(100_000)).messages).toEqual([])
    expect(mistakes(decode(`{"accepts":${"[".repeat(60)}${"]".repeat(60)}}`))).toEqual([
      expect.stringContaining("Nothing of x402"),
    ])
    expect(mistakes(decode("x".repeat(300_000)))).toEqual([expect.stringContaining("Longer than 256 KB")])
  })
})

describe("a challenge of MPP", () => {
  const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const challenge = (changes: object = {}, expires = new Date(NOW_MS + 300_000).toISOString()) => {
    const request = {
      amount: "50000",
      currency: BASE_USDC,
      methodDetails: { chainId: 8453 },
      recipient: PAYEE,
      ...changes,
    }
    return (
      `Payment id="abc", realm="seller.example", method="evm", intent="charge", request="${base64url(request)}", ` +
      `expires="${expires}", opaque="${base64url({ path: "/data" })}"`
    )
  }

  test.each([
    ["the header's value", challenge()],
    ["a header", `www-authenticate: ${challenge()}`],
    ["the output of curl -i", `HTTP/2 402\nwww-authenticate: ${challenge()}\n\n`],
  ])("is read from %s", (_, text) => {
    const decoded = decode(text)
    expect(decoded.messages.map(({ title }) => title)).toEqual(["Challenge of MPP"])
    expect(mistakes(decoded)).toEqual([])
    expect(fieldAt(decoded, "request.amount")).toMatchObject({ value: "50000" })
    expect(fieldAt(decoded, "opaque")).toMatchObject({ value: '{"path":"/data"}' })
  })

  test("names a wrong amount and a time that has passed", () => {
    const decoded = decode(challenge({ amount: "0.05" }, "2020-01-01T00:00:00Z"))
    expect(mistakes(decoded)).toEqual([
      expect.stringMatching(/^request\.amount: /),
      "expires: Has passed: ask for a new challenge.",
    ])
  })

  test("a login is not a challenge of MPP", () => {
    expect(decode('HTTP/1.1 401\nwww-authenticate: Basic realm="Payment x"').messages).toEqual([])
  })
})
