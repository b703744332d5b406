import { keccak256, numberToHex, toBytes } from "viem"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { NoParams } from "@/lib/api/fields"
import {
  type UnsignedAuthorization,
  domainSeparator,
  type TokenDomain,
  wrapSignature,
  payerDigest,
} from "@/lib/x402/chain/authorization"
import { parseUsdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/x402/ledger/payment"
import { isSignedByKey } from "@/lib/x402/gate/verify-authorization"
import type { PresentedPayment } from "@/lib/x402/wire/decode"
import { paymentChallenges } from "@/lib/x402/wire/mpp"
import type { Offer, PaymentTerms } from "@/lib/x402/wire/requirements"
import { type SignIn, signInExtension, signInText } from "@/lib/x402/wire/sign-in"

export const CHAIN_ID = 8453

export const terms: PaymentTerms = {
  network: "eip155:8453",
  networkV1: "base",
  asset: "0x262Bf353678AD400921D1A7BB936090a579D1564",
  domain: { name: "USD Coin", version: "2" },
  payTo: "0x00000000000000000000000000000000000Fee01",
  origin: "https://signal402.example",
  sessions: null,
  challenges: paymentChallenges(`0x${"4d".repeat(32)}`, "https://signal402.example"),
}

export const tokenDomain = { ...terms.domain, chainId: CHAIN_ID, verifyingContract: terms.asset } as const
export const separator = domainSeparator(tokenDomain)
export const digestOf = payerDigest(tokenDomain)
export const isByKey = (authorization: Authorization) => isSignedByKey(authorization, digestOf)

export const PRICE = parseUsdc("0.05")

/** A paid endpoint with a path and two query parameters. */
export const quoteContract = defineContract({
  id: "quote",
  path: "/quote/{coin}",
  price: PRICE,
  title: "Quote",
  description: "A number for a coin.",
  tags: ["test"],
  freshness: { changesWith: "price", needs: ["price"] },
  pathParams: z.object({ coin: z.enum(["BTC", "ETH"]) }),
  queryParams: z.object({ risk: z.enum(["low", "high"]).optional(), depth: z.coerce.number().int().min(1).default(1) }),
  response: z.object({ coin: z.string(), serial: z.number() }),
  exampleParams: { coin: "BTC" },
  example: { coin: "BTC", serial: 1 },
})

export const freeContract = defineContract({
  ...quoteContract,
  id: "free",
  path: "/free",
  price: null,
  pathParams: NoParams,
})

export const btc: Offer = { contract: quoteContract, url: "/api/quote/BTC" }
export const eth: Offer = { contract: quoteContract, url: "/api/quote/ETH" }

/** 2026-09-21T14:13:20Z. */
export const NOW_MS = 1_790_000_000_000
export const NOW_S = NOW_MS / 1000

export function newPayer(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

const transferTypes = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const

/** EIP-712 as viem, and so every wallet, sees it: independent of our own encoder. */
export function typedTransfer(transfer: UnsignedAuthorization, domain: TokenDomain = tokenDomain) {
  const { from, to, value, validAfterS, validBeforeS, nonce } = transfer
  const message = { from, to, value, validAfter: BigInt(validAfterS), validBefore: BigInt(validBeforeS), nonce }
  return { domain, types: transferTypes, primaryType: "TransferWithAuthorization", message } as const
}

let lastNonce = 0

/** A valid signed authorization of the price. `changes` are signed too, except the signature itself. */
export async function authorize(
  payer: PrivateKeyAccount,
  changes: Partial<Authorization> = {},
  domain: TokenDomain = tokenDomain,
): Promise<Authorization> {
  lastNonce += 1
  const transfer: UnsignedAuthorization = {
    from: lower(payer.address),
    to: lower(terms.payTo),
    value: PRICE,
    validAfterS: NOW_S - 600,
    validBeforeS: NOW_S + 300,
    nonce: numberToHex(lastNonce, { size: 32 }),
    ...changes,
  }
  const signature = changes.signature ?? (await payer.signTypedData(typedTransfer(transfer, domain)))
  return { ...transfer, signature, deployment: changes.deployment ?? null }
}

/** An authorization as a version 2 client presents it for an offer. */
export function present(authorization: Authorization, offer: Offer = btc): PresentedPayment {
  return {
    dialect: "v2",
    scheme: "exact",
    network: terms.network,
    accepted: { amount: offer.contract.price.toString(), asset: terms.asset, payTo: terms.payTo },
    resourceUrl: terms.origin + offer.url,
    identifier: null,
    authorization,
  }
}

/** The payload of both versions. */
export function exactPayload(authorization: Authorization) {
  const { from, to, value, nonce, validAfterS, validBeforeS } = authorization
  const strings = { value: value.toString(), validAfter: String(validAfterS), validBefore: String(validBeforeS) }
  return { signature: wrapSignature(authorization), authorization: { from, to, nonce, ...strings } }
}

/** `PAYMENT-SIGNATURE` before base64. */
export function payloadV2(authorization: Authorization, offer: Offer = btc) {
  return {
    x402Version: 2,
    resource: { url: terms.origin + offer.url },
    accepted: {
      scheme: "exact",
      network: terms.network,
      amount: offer.contract.price.toString(),
      asset: terms.asset,
      payTo: terms.payTo,
      maxTimeoutSeconds: 300,
      extra: terms.domain,
    },
    payload: exactPayload(authorization),
  }
}

/** `X-PAYMENT` before base64. */
export function payloadV1(authorization: Authorization) {
  return { x402Version: 1, scheme: "exact", network: terms.networkV1, payload: exactPayload(authorization) }
}

/** A challenge of `WWW-Authenticate`, as a client of MPP reads it. */
export function readPaymentChallenge(header: string | null): Record<string, string> {
  const params = [...(header ?? "").matchAll(/([a-z]+)="([^"]*)"/g)]
  return Object.fromEntries(params.map(([, name = "", value = ""]) => [name, value]))
}

/** `Authorization` of MPP before base64url: the authorization that answers a challenge. `changes` are signed too. */
export async function paymentCredential(
  payer: PrivateKeyAccount,
  challenge: Readonly<Record<string, string>>,
  changes: Partial<Authorization> = {},
) {
  const validBeforeS = Math.floor(Date.parse(challenge["expires"] ?? "") / 1_000)
  const nonce = keccak256(toBytes(`${challenge["id"]}${challenge["realm"]}`))
  const authorization = await authorize(payer, { validAfterS: 0, validBeforeS, nonce, ...changes })
  const { signature, authorization: fields } = exactPayload(authorization)
  return { authorization, credential: { challenge, payload: { type: "authorization", ...fields, signature } } }
}

/** The value of `Authorization` for a credential. */
export function authorizationHeader(credential: unknown): string {
  const text = typeof credential === "string" ? credential : JSON.stringify(credential)
  return `Payment ${Buffer.from(text).toString("base64url")}`
}

/** The proof that a wallet signs from the announcement in a 402, parsed. */
export async function signIn(
  wallet: PrivateKeyAccount,
  offer: Offer,
  moment: { readonly nonce: string; readonly nowMs: number },
): Promise<SignIn> {
  const { info } = signInExtension(terms, offer, moment)["sign-in-with-x"]
  const message = { ...info, version: "1" as const, chainId: terms.network, address: wallet.address }
  const signature = await wallet.signMessage({ message: signInText(message) })
  return { ...message, type: "eip191", signature }
}

export function base64(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value), "utf8").toString("base64")
}

function lower(address: `0x${string}`): `0x${string}` {
  return `0x${address.slice(2).toLowerCase()}`
}
