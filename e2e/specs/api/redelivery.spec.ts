import { encodePaymentSignatureHeader } from "@x402/core/http"
import { recoverTypedDataAddress } from "viem"
import { createSiweMessage } from "viem/siwe"
import { z } from "zod"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, officialClient, type Payer, FAUCET_AMOUNT, signFor } from "@/tools/testing/payments/x402-payer"
import { readChallenge } from "@/tools/testing/payments/x402-terms"

const PRICE = 50_000n

/** Signs with the official client and adds an idempotency key. */
async function signWithKey(url: string, payer: Payer, id: string): Promise<Record<string, string>> {
  const payload = await officialClient(payer).createPaymentPayload(await readChallenge(url))
  const extensions = { ...payload.extensions, "payment-identifier": { info: { required: false, id } } }
  return { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader({ ...payload, extensions }) }
}

test("two payments with one idempotency key are charged once and get the same answer", async ({ origin, chain }) => {
  const url = `${origin}/api/signal/BTC`
  const payer = await newPayer(origin)
  const id = `pay_${crypto.randomUUID().replaceAll("-", "")}`
  const first = await fetch(url, { headers: await signWithKey(url, payer, id) })
  const second = await fetch(url, { headers: await signWithKey(url, payer, id) })
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await second.text()).toBe(await first.text())
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - PRICE)
  const other = `${origin}/api/signal/ETH`
  const conflict = await fetch(other, { headers: await signWithKey(other, payer, id) })
  expect([conflict.status, await conflict.json()]).toMatchObject([409, { code: "payment_conflict", charged: "no" }])
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - PRICE)
})

const SignInOffer = z.object({
  info: z.object({
    domain: z.string(),
    uri: z.string(),
    version: z.literal("1"),
    nonce: z.string(),
    issuedAt: z.string(),
    expirationTime: z.string(),
    statement: z.string(),
  }),
  supportedChains: z.tuple([z.object({ chainId: z.literal("eip155:8453"), type: z.literal("eip191") })]),
})

const Announcement = z.object({ extensions: z.object({ "sign-in-with-x": SignInOffer }) })

/** Signs in as any wallet with SIWE does. */
async function signIn(url: string, { account, address }: Payer): Promise<Record<string, string>> {
  const { extensions } = Announcement.parse(await (await fetch(url)).json())
  const { info, supportedChains } = extensions["sign-in-with-x"]
  const { issuedAt, expirationTime, ...fields } = info
  const dates = { issuedAt: new Date(issuedAt), expirationTime: new Date(expirationTime) }
  const message = createSiweMessage({ ...fields, ...dates, address, chainId: 8453 })
  const signature = await account.signMessage({ message })
  const proof = { ...info, ...supportedChains[0], address, signature }
  return { "SIGN-IN-WITH-X": Buffer.from(JSON.stringify(proof)).toString("base64") }
}

test("a sign-in redelivers a bought answer once for free, and only to the wallet that paid", async ({
  origin,
  chain,
}) => {
  const url = `${origin}/api/signal/BTC`
  const payer = await newPayer(origin)
  const bought = await (await fetch(url, { headers: await signFor(url, payer) })).text()
  const proof = await signIn(url, payer)
  const again = await fetch(url, { headers: proof })
  expect([again.status, await again.text()]).toEqual([200, bought])
  expect((await fetch(url, { headers: proof })).status, "once").toBe(402)
  expect((await fetch(url, { headers: await signIn(url, await newPayer(origin)) })).status).toBe(402)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - PRICE)
})

const Settlement = z.object({
  transaction: z.string(),
  extensions: z.object({
    "offer-receipt": z.object({
      info: z.object({
        receipt: z.object({
          payload: z.object({
            version: z.number(),
            network: z.string(),
            resourceUrl: z.string(),
            payer: z.string(),
            issuedAt: z.number(),
            transaction: z.string(),
          }),
          signature: z.templateLiteral(["0x", z.string()]),
        }),
      }),
    }),
  }),
})
const Did = z.object({ verificationMethod: z.tuple([z.object({ blockchainAccountId: z.string() })]) })

test("the key in did.json signed the receipt of a purchase", async ({ origin }) => {
  const url = `${origin}/api/signal/BTC`
  const payer = await newPayer(origin)
  const response = await fetch(url, { headers: await signFor(url, payer) })
  const header = Buffer.from(response.headers.get("payment-response") ?? "", "base64").toString()
  const { transaction, extensions } = Settlement.parse(JSON.parse(header))
  const { payload, signature } = extensions["offer-receipt"].info.receipt
  expect(payload).toMatchObject({ resourceUrl: url, transaction, payer: payer.address.toLowerCase() })
  const signer = await recoverTypedDataAddress({
    domain: { name: "x402 receipt", version: "1", chainId: 1 },
    types: {
      Receipt: [
        { name: "version", type: "uint256" },
        { name: "network", type: "string" },
        { name: "resourceUrl", type: "string" },
        { name: "payer", type: "string" },
        { name: "issuedAt", type: "uint256" },
        { name: "transaction", type: "string" },
      ],
    },
    primaryType: "Receipt",
    message: { ...payload, version: BigInt(payload.version), issuedAt: BigInt(payload.issuedAt) },
    signature,
  })
  const did = Did.parse(await (await fetch(`${origin}/.well-known/did.json`)).json())
  expect(did.verificationMethod[0].blockchainAccountId).toBe(`eip155:1:${signer}`)
})
