import { recoverTypedDataAddress } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import { expect, test } from "vitest"
import { z } from "zod"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid } from "@/lib/api/contract"
import { usdc } from "@/lib/domain/usdc"
import { btc, eth, NOW_MS, NOW_S, terms } from "@/tools/testing/payments/fixtures"
import { challenge } from "./challenge"
import { MAX_TIMEOUT_S, requirementsV2 } from "./requirements"
import { signArtifacts } from "./signed-artifacts"

const KEY = `0x${"42".repeat(32)}` as const
const artifacts = signArtifacts(KEY)
const sessions = { receiverAuthorizer: terms.payTo, withdrawDelayS: 86_400, minDeposit: usdc(100_000n) }

const Signature = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{130}$/)])
const OfferOf = <Index extends z.ZodType>(acceptIndex: Index) =>
  z.object({
    format: z.literal("eip712"),
    acceptIndex,
    payload: z.object({
      version: z.literal(1),
      resourceUrl: z.string(),
      scheme: z.string(),
      network: z.string(),
      asset: z.string(),
      payTo: z.string(),
      amount: z.string(),
      validUntil: z.number(),
    }),
    signature: Signature,
  })
const Offer = OfferOf(z.literal(0))
const Receipt = z.object({
  format: z.literal("eip712"),
  payload: z.object({
    version: z.literal(1),
    network: z.string(),
    resourceUrl: z.string(),
    payer: z.string(),
    issuedAt: z.number(),
    transaction: z.string(),
  }),
  signature: Signature,
})

const text = (name: string) => ({ name, type: "string" }) as const
const whole = (name: string) => ({ name, type: "uint256" }) as const

/** Written from the specification, section 4.3, independently of the signing code. */
function offerSigner({ payload, signature }: Pick<z.output<typeof Offer>, "payload" | "signature">): Promise<string> {
  return recoverTypedDataAddress({
    domain: { name: "x402 offer", version: "1", chainId: 1 },
    types: {
      Offer: [
        whole("version"),
        text("resourceUrl"),
        text("scheme"),
        text("network"),
        text("asset"),
        text("payTo"),
        text("amount"),
        whole("validUntil"),
      ],
    },
    primaryType: "Offer",
    message: { ...payload, version: 1n, validUntil: BigInt(payload.validUntil) },
    signature,
  })
}

/** Section 5.3 of the specification. */
function receiptSigner({ payload, signature }: z.output<typeof Receipt>): Promise<string> {
  return recoverTypedDataAddress({
    domain: { name: "x402 receipt", version: "1", chainId: 1 },
    types: {
      Receipt: [
        whole("version"),
        text("network"),
        text("resourceUrl"),
        text("payer"),
        whole("issuedAt"),
        text("transaction"),
      ],
    },
    primaryType: "Receipt",
    message: { ...payload, version: 1n, issuedAt: BigInt(payload.issuedAt) },
    signature,
  })
}

const offerIn = (extension: unknown) =>
  z.object({ "offer-receipt": z.object({ info: z.object({ offers: z.tuple([Offer]) }) }) }).parse(extension)[
    "offer-receipt"
  ].info.offers[0]

test("a signed offer has the terms of the 402 and is valid for at least as long", async () => {
  const signed = offerIn(artifacts.offer(terms, btc, NOW_MS))
  const { scheme, network, asset, payTo, amount } = requirementsV2(terms, btc.contract.price)
  expect(signed.payload).toMatchObject({ scheme, network, asset, payTo, amount })
  expect(signed.payload.resourceUrl).toBe(`${terms.origin}/api/quote/BTC`)
  expect(signed.payload.validUntil).toBeGreaterThanOrEqual(NOW_S + MAX_TIMEOUT_S)
  expect(await offerSigner(signed)).toBe(privateKeyToAddress(KEY))
  const cheaper = { ...signed, payload: { ...signed.payload, amount: "1" } }
  expect(await offerSigner(cheaper), "one word changed is not ours").not.toBe(artifacts.signer)
})

test("with sessions, each entry of accepts has its own signed offer, and a 402 without sessions keeps one", async () => {
  const Offers = z.object({ info: z.object({ offers: z.array(OfferOf(z.number())) }) })
  const { offers } = Offers.parse(artifacts.offer({ ...terms, sessions }, btc, NOW_MS)["offer-receipt"]).info
  expect(offers.map(({ acceptIndex, payload }) => [acceptIndex, payload.scheme])).toEqual([
    [0, "exact"],
    [1, "batch-settlement"],
  ])
  for (const signed of offers) expect(await offerSigner(signed)).toBe(artifacts.signer)
  expect(offerIn(artifacts.offer(terms, btc, NOW_MS))).toEqual(offers[0])
})

test("an offer is signed once per resource and is reused for some time", () => {
  const first = artifacts.offer(terms, btc, NOW_MS)
  expect(artifacts.offer(terms, btc, NOW_MS + 1)).toBe(first)
  expect(offerIn(artifacts.offer(terms, eth, NOW_MS))).not.toEqual(offerIn(first))
  expect(offerIn(artifacts.offer(terms, btc, NOW_MS + 600_000)).payload.validUntil).toBeGreaterThan(
    offerIn(first).payload.validUntil,
  )
})

test("a signed receipt names payer, resource and transaction", async () => {
  const sale = { payer: "0x00000000000000000000000000000000000000aa", transaction: `0x${"ab".repeat(32)}` } as const
  const extension = artifacts.receipt(terms, btc, { ...sale, body: "{}", nowMs: NOW_MS })
  const signed = Receipt.parse(z.looseObject({ receipt: Receipt }).parse(extension["offer-receipt"].info).receipt)
  expect(signed.payload).toEqual({
    version: 1,
    network: "eip155:8453",
    resourceUrl: `${terms.origin}/api/quote/BTC`,
    issuedAt: NOW_S,
    ...sale,
  })
  expect(await receiptSigner(signed)).toBe(artifacts.signer)
})

test("equal receipts are signed once, and every field counts", () => {
  const sale = {
    payer: "0x00000000000000000000000000000000000000aa",
    transaction: "",
    body: "{}",
    nowMs: NOW_MS,
  } as const
  const first = artifacts.receipt(terms, btc, sale)
  expect(artifacts.receipt(terms, btc, { ...sale, nowMs: NOW_MS + 1 })).toBe(first)
  expect(signArtifacts(KEY).receipt(terms, btc, sale), "the same bytes as of a process that has none").toEqual(first)
  const others = [
    artifacts.receipt(terms, eth, sale),
    artifacts.receipt({ ...terms, origin: "https://other.example" }, btc, sale),
    artifacts.receipt({ ...terms, network: "eip155:1" }, btc, sale),
    ...[
      { payer: "0x00000000000000000000000000000000000000ab" } as const,
      { transaction: "0x01" },
      { nowMs: NOW_MS + 1_000 },
    ].map((other) => artifacts.receipt(terms, btc, { ...sale, ...other })),
  ]
  expect(new Set([first, ...others].map((one) => JSON.stringify(one))).size).toBe(7)
})

test("the header of every endpoint's challenge stays below 6 kB", () => {
  const contracts: readonly Contract[] = catalogue
  for (const contract of contracts.filter(isPaid)) {
    const offer = { contract, url: `/api${contract.path}?${"x".repeat(60)}` }
    const moment = {
      nowMs: NOW_MS,
      nonce: "a1b2c3d4e5f67890a1b2c3d4e5f67890",
      artifacts,
      preview: null,
      ignored: [],
      invalidFields: {},
    }
    for (const reason of ["payment_required", "redelivery_window_closed"] as const) {
      const { headers } = challenge({ ...terms, sessions }, offer, reason, moment)
      expect(headers["PAYMENT-REQUIRED"]?.length, `${contract.id}, ${reason}`).toBeLessThan(6_000)
    }
  }
})
