import { privateKeyToAccount } from "viem/accounts"
import { type ExpectedSignIn, readOffer, type SignInOffer } from "@/lib/client/sign-in/offer"
import type { SignInExtension } from "@/lib/client/sign-in/wire"
import { NONCE, NOW_MS, product, requiredHeader, terms } from "./fixtures"

export const ORIGIN = "https://signal402.example"
export const SIGN_IN_NONCE = "a1b2c3d4e5f67890a1b2c3d4e5f67890"
export const signInPayer = privateKeyToAccount(`0x${"11".repeat(32)}`)
export const expectedSignIn: ExpectedSignIn = { origin: ORIGIN, path: product.path, chainId: terms.chainId }

/** The `sign-in-with-x` extension with some fields replaced. */
export function signInExtension(changes: Partial<SignInExtension["info"]> = {}): SignInExtension {
  return {
    info: {
      domain: new URL(ORIGIN).host,
      uri: ORIGIN + product.path,
      version: "1",
      nonce: SIGN_IN_NONCE,
      issuedAt: new Date(NOW_MS).toISOString(),
      expirationTime: new Date(NOW_MS + 300_000).toISOString(),
      statement: "Fetch again what this wallet bought here. Nothing is charged.",
      ...changes,
    },
    supportedChains: [{ chainId: terms.network, type: "eip191" }],
  }
}

/** A 402 with the extension. */
export function signInChallenge(extension: unknown = signInExtension()): Response {
  const body = { error: "payment_required", extensions: { "sign-in-with-x": extension } }
  return Response.json(body, { status: 402, headers: { "payment-required": requiredHeader() } })
}

export function signInOffer(): SignInOffer {
  const result = readOffer({ extensions: { "sign-in-with-x": signInExtension() } }, expectedSignIn, NOW_MS)
  if (result.kind !== "quote") throw new Error(`Expected an offer, not ${result.kind}.`)
  return result.quote
}

/** `X-PURCHASE` header of the fixture receipt. */
export const purchase = {
  nonce: NONCE,
  amount: "50000",
  transaction: "0xabc",
  soldAt: new Date(NOW_MS - 60_000).toISOString(),
}
