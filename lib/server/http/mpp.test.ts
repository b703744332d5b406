import { createHmac } from "node:crypto"
import { describe, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { paymentChallenges } from "@/lib/x402/wire/mpp"
import {
  authorizationHeader,
  authorize,
  base64,
  btc,
  newPayer,
  NOW_MS,
  payloadV2,
  paymentCredential,
  PRICE,
  readPaymentChallenge,
  terms,
} from "@/tools/testing/payments/fixtures"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"

type Credential = Awaited<ReturnType<typeof paymentCredential>>["credential"]

/** A service, the challenge of its 402 for BTC, and a credential that answers it. */
async function openChallenged(payer = newPayer()) {
  const service = await openPaidRoute()
  const challenge = readPaymentChallenge((await service.get()).headers.get("www-authenticate"))
  const { credential, authorization } = await paymentCredential(payer, challenge)
  const pay = (value: unknown, coin = "BTC") => service.get({ authorization: authorizationHeader(value) }, coin)
  return { ...service, payer, challenge, credential, authorization, pay }
}

const decoded = (text = "") => JSON.parse(Buffer.from(text, "base64url").toString()) as Record<string, unknown>
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

test("a 402 has a challenge whose id is the HMAC of its seven slots, and cannot be cached", async () => {
  const { get } = await openPaidRoute()
  const response = await get()
  const challenge = readPaymentChallenge(response.headers.get("www-authenticate"))
  const { id = "", request = "", opaque = "", ...plain } = challenge
  expect(plain).toEqual({
    realm: "signal402.example",
    method: "evm",
    intent: "charge",
    expires: "2026-09-21T14:18:20.000Z",
  })
  expect(decoded(request)).toEqual({
    amount: PRICE.toString(),
    currency: terms.asset,
    methodDetails: { chainId: 8453, credentialTypes: ["authorization"], decimals: 6 },
    recipient: terms.payTo,
  })
  const bound = ["signal402.example", "evm", "charge", request, plain["expires"], "", opaque].join("|")
  expect(id).toBe(
    createHmac("sha256", Buffer.from("4d".repeat(32), "hex"))
      .update(bound)
      .digest("base64url"),
  )
  expect(response.headers.get("cache-control")).toContain("no-store")
  expect(response.headers.get("access-control-expose-headers")).toMatch(/WWW-Authenticate, Payment-Receipt/)
})

test("a credential buys, and a later one gets the same bytes and the same receipt without a second charge", async () => {
  const { pay, credential, challenge, endpoint } = await openChallenged()
  const first = await pay(credential)
  expect([first.status, await first.json()]).toEqual([200, { coin: "BTC", serial: 1 }])
  expect(first.headers.get("cache-control")).toContain("private")
  expect(first.headers.get("vary")).toContain("Authorization")
  const receipt = first.headers.get("payment-receipt") ?? ""
  expect(decoded(receipt)).toEqual({
    method: "evm",
    challengeId: challenge["id"],
    reference: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
    status: "success",
    timestamp: new Date(NOW_MS).toISOString(),
    chainId: 8453,
  })
  endpoint.fakes.nowMs += 60_000
  const again = await pay(credential)
  expect([again.status, await again.json()]).toEqual([200, { coin: "BTC", serial: 1 }])
  expect(again.headers.get("payment-receipt")).toBe(receipt)
  expect(endpoint.served()).toBe(1)
})

test("one authorization by both protocols is one purchase, whichever comes first", async () => {
  for (const isMppFirst of [true, false]) {
    const { get, credential, authorization, endpoint } = await openChallenged()
    const byMpp = () => get({ authorization: authorizationHeader(credential) })
    const byX402 = () => get({ "payment-signature": base64(payloadV2(authorization)) })
    const settled: string[] = []
    const { settle } = endpoint.fakes
    endpoint.fakes.settle = (id, payment) => {
      settled.push(id)
      return settle(id, payment)
    }
    const answers = isMppFirst ? [await byMpp(), await byX402()] : [await byX402(), await byMpp()]
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(bodies).toEqual(['{"coin":"BTC","serial":1}', '{"coin":"BTC","serial":1}'])
    const together = await Promise.all([byMpp(), byX402(), byMpp()])
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([endpoint.served(), settled.length]).toEqual([1, 1])
  }
})

test("copies of a credential that arrive together, by both protocols, are charged once", async () => {
  const { get, credential, authorization, endpoint } = await openChallenged()
  const copies = Array.from({ length: 20 }, async (_, at) =>
    at % 2 === 0
      ? get({ authorization: authorizationHeader(credential) })
      : get({ "payment-signature": base64(payloadV2(authorization)) }),
  )
  const bodies = await Promise.all(copies.map(async (copy) => (await copy).text()))
  expect([new Set(bodies).size, endpoint.served()]).toEqual([1, 1])
})

test("while the outcome of a settlement is unknown, the answer is 503 without a receipt", async () => {
  const { pay, credential, endpoint } = await openChallenged()
  endpoint.fakes.settle = () => Promise.reject(new Error("connect ECONNREFUSED"))
  const unknown = await pay(credential)
  expect([unknown.status, unknown.headers.has("payment-receipt")]).toEqual([503, false])
  expect(await unknown.json()).toMatchObject({ code: "settlement_pending", charged: "unknown" })
})

test("after a change of the key a sold answer is delivered again, and an unsold challenge buys nothing", async () => {
  const { get, credential, challenge, endpoint } = await openChallenged()
  const sold = await get({ authorization: authorizationHeader(credential) })
  const other = await paymentCredential(newPayer(), challenge)
  const own = terms.challenges
  Object.assign(terms, { challenges: paymentChallenges(`0x${"4e".repeat(32)}`, terms.origin) })
  try {
    expect(await (await get({ authorization: authorizationHeader(credential) })).text()).toBe(await sold.text())
    const refused = await get({ authorization: authorizationHeader(other.credential) })
    expect(await refused.json()).toMatchObject({ status: 402, error: "invalid_challenge" })
    Object.assign(terms, { challenges: undefined })
    expect((await get({ authorization: authorizationHeader(credential) })).status, "the protocol is off").toBe(200)
    expect((await get()).headers.has("www-authenticate")).toBe(false)
  } finally {
    Object.assign(terms, { challenges: own })
  }
  expect(endpoint.served()).toBe(1)
})

describe("a refused credential gets a new challenge and problem details, and nothing is computed", () => {
  const changedChallenge =
    (changes: (challenge: Record<string, string>) => Record<string, string>) =>
    async ({ payer, challenge }: Awaited<ReturnType<typeof openChallenged>>) =>
      (await paymentCredential(payer, { ...challenge, ...changes(challenge) })).credential
  const changedRequest = (changes: object) =>
    changedChallenge(({ request }) => ({ request: encoded({ ...decoded(request), ...changes }) }))
  const changedPayload =
    (changes: object) =>
    ({ credential }: { readonly credential: Credential }) => ({
      ...credential,
      payload: { ...credential.payload, ...changes },
    })

  test.each([
    ["a lower amount in the challenge", changedRequest({ amount: "1" }), "invalid_challenge"],
    ["another payee in the challenge", changedRequest({ recipient: terms.asset }), "invalid_challenge"],
    ["another chain in the challenge", changedRequest({ methodDetails: { chainId: 1 } }), "invalid_challenge"],
    [
      "a later end of the challenge",
      changedChallenge(() => ({ expires: "2026-09-22T14:18:20.000Z" })),
      "invalid_challenge",
    ],
    ["another realm", changedChallenge(() => ({ realm: "other.example" })), "invalid_challenge"],
    [
      "another path in the challenge",
      changedChallenge(() => ({ opaque: encoded({ nonce: "1", path: "/api/quote/BTC" }) })),
      "invalid_challenge",
    ],
    ["an id of another length", changedChallenge(({ id }) => ({ id: `${id}A` })), "invalid_challenge"],
    [
      "a challenge of another key",
      changedChallenge(() =>
        readPaymentChallenge(
          paymentChallenges(`0x${"4f".repeat(32)}`, terms.origin).issue(terms, btc, { nonce: "1", nowMs: NOW_MS }),
        ),
      ),
      "invalid_challenge",
    ],
    ["another method", changedChallenge(() => ({ method: "tempo" })), "invalid_payload"],
    ["another intent", changedChallenge(() => ({ intent: "session" })), "invalid_payload"],
    ["a request that is not JSON", changedChallenge(() => ({ request: "@@@" })), "invalid_payload"],
    ["a nonce that is not the hash", changedPayload({ nonce: `0x${"7".repeat(64)}` }), "invalid_payload"],
    ["another credential type", changedPayload({ type: "transaction" }), "invalid_payload"],
    ["a signature of other fields", changedPayload({ from: `0x${"1".repeat(40)}` }), "invalid_exact_evm_signature"],
    [
      "another payer in source",
      ({ credential }: { readonly credential: Credential }) => ({
        ...credential,
        source: `did:pkh:eip155:8453:${terms.asset}`,
      }),
      "invalid_payload",
    ],
  ] as const)("%s", async (_, change, error) => {
    const service = await openChallenged()
    const response = await service.pay(await change(service))
    expect(response.status).toBe(402)
    expect(response.headers.get("content-type")).toBe("application/problem+json")
    expect(response.headers.get("www-authenticate")).toMatch(/^Payment id="/)
    expect(response.headers.has("payment-receipt")).toBe(false)
    expect(await response.json()).toMatchObject({
      type: expect.stringMatching(/^https:\/\/paymentauth\.org\/problems\/[a-z-]+$/) as string,
      status: 402,
      error,
      charged: "no",
    })
    expect(service.endpoint.served()).toBe(0)
  })

  test.each([
    "",
    "%",
    "dGhpcyBpcyBnYXJiYWdl",
    "null",
    "[]",
    encoded({}),
    "A".repeat(100_000),
    encoded({ challenge: "x".repeat(20_000) }),
  ])("an unreadable credential %#", async (value) => {
    const { get, endpoint } = await openPaidRoute()
    const response = await get({ authorization: `Payment ${value}` })
    expect(response.status).toBe(402)
    if (value !== "") {
      expect(await response.json()).toMatchObject({
        type: "https://paymentauth.org/problems/malformed-credential",
        error: "invalid_payload",
      })
    }
    expect(endpoint.served()).toBe(0)
  })

  test("a value that is not the challenge's amount", async () => {
    const { payer, challenge, pay, endpoint } = await openChallenged()
    const { credential } = await paymentCredential(payer, challenge, { value: usdc(PRICE - 1n) })
    expect(await (await pay(credential)).json()).toMatchObject({
      error: "invalid_exact_evm_payload_authorization_value_mismatch",
      invalid_fields: { "payload.value": `must be ${PRICE}` },
    })
    expect(endpoint.served()).toBe(0)
  })

  test("the challenge of another resource", async () => {
    const { pay, credential, endpoint } = await openChallenged()
    expect(await (await pay(credential, "ETH")).json()).toMatchObject({
      error: "payment_resource_mismatch",
      invalid_fields: { "challenge.opaque.path": "must be https://signal402.example/api/quote/ETH" },
    })
    expect(endpoint.served()).toBe(0)
  })

  test("the challenge of an earlier price", async () => {
    const { payer, get, pay, endpoint } = await openChallenged()
    const dearer = { contract: { ...btc.contract, price: usdc(2n * PRICE) }, url: btc.url }
    const issued = terms.challenges?.issue(terms, dearer, { nonce: "1", nowMs: NOW_MS }) ?? null
    const { credential } = await paymentCredential(payer, readPaymentChallenge(issued), { value: usdc(2n * PRICE) })
    expect(await (await pay(credential)).json()).toMatchObject({
      error: "invalid_exact_evm_payload_authorization_value_mismatch",
      invalid_fields: { "challenge.request.amount": `must be ${PRICE}`, "payload.value": `must be ${PRICE}` },
    })
    expect([(await get()).status, endpoint.served()]).toEqual([402, 0])
  })

  test("an expired challenge, and an authorization that outlives its challenge", async () => {
    const { payer, challenge, pay, credential, endpoint } = await openChallenged()
    const longer = await paymentCredential(payer, challenge, { validBeforeS: NOW_MS / 1_000 + 3_600 })
    expect(await (await pay(longer.credential)).json()).toMatchObject({
      invalid_fields: { "payload.validBefore": `must be ${NOW_MS / 1_000 + 300}, when the challenge expires` },
    })
    endpoint.fakes.nowMs += 300_000
    expect(await (await pay(credential)).json()).toMatchObject({
      type: "https://paymentauth.org/problems/payment-expired",
      error: "invalid_exact_evm_payload_authorization_valid_before",
    })
    expect(endpoint.served()).toBe(0)
  })

  test("a credential that has bought another answer", async () => {
    const { get, credential, authorization, endpoint } = await openChallenged()
    expect((await get({ authorization: authorizationHeader(credential) })).status).toBe(200)
    const elsewhere = base64(payloadV2(authorization, { ...btc, url: "/api/quote/ETH" }))
    expect(await (await get({ "payment-signature": elsewhere }, "ETH")).json()).toMatchObject({
      error: "payment_already_used",
    })
    expect(endpoint.served()).toBe(1)
  })
})

test("two credentials, or a credential beside a payment of x402, are 400 and buy nothing", async () => {
  const { get, credential, authorization, endpoint } = await openChallenged()
  const one = authorizationHeader(credential)
  const requests: readonly Record<string, string>[] = [
    { authorization: `${one}, ${one}` },
    { authorization: one, "payment-signature": base64(payloadV2(authorization)) },
    { authorization: one, "x-payment": base64(payloadV2(await authorize(newPayer()))) },
  ]
  for (const headers of requests) {
    const response = await get(headers)
    expect([response.status, await response.json()]).toMatchObject([400, { code: "two_protocols", charged: "no" }])
  }
  expect(endpoint.served()).toBe(0)
  expect((await get({ authorization: `Basic dTpw, ${one}` })).status, "beside another scheme").toBe(200)
})

test("other schemes of Authorization are not payments", async () => {
  const { get } = await openPaidRoute()
  for (const authorization of ["Bearer Payment", "Basic dTpw", "PaymentX abc", "Payment"]) {
    const response = await get({ authorization })
    expect(await response.json(), authorization).toMatchObject({ error: "payment_required" })
  }
})

test("Idempotency-Key works with a credential", async () => {
  const { get, payer, challenge, endpoint } = await openChallenged()
  const key = { "idempotency-key": "order-0123456789abcdef" }
  const first = await paymentCredential(payer, challenge)
  const next = readPaymentChallenge(terms.challenges?.issue(terms, btc, { nonce: "another", nowMs: NOW_MS }) ?? null)
  const second = await paymentCredential(payer, next)
  const bodies = []
  for (const { credential } of [first, second]) {
    bodies.push(await (await get({ ...key, authorization: authorizationHeader(credential) })).text())
  }
  expect([new Set(bodies).size, endpoint.served()]).toEqual([1, 1])
})
