import type { Offer, PaymentTerms } from "./requirements"
import { MAX_SIGN_IN_AGE_MS } from "./sign-in"

/**
 * The sign-in offer of a 402: a message that the wallet signs unchanged.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/sign-in-with-x.md
 */
export function signInExtension(
  terms: PaymentTerms,
  offer: Offer,
  { nonce, nowMs }: { readonly nonce: string; readonly nowMs: number },
) {
  return {
    "sign-in-with-x": {
      info: {
        domain: new URL(terms.origin).host,
        uri: terms.origin + offer.url,
        version: "1",
        nonce,
        issuedAt: new Date(nowMs).toISOString(),
        expirationTime: new Date(nowMs + MAX_SIGN_IN_AGE_MS).toISOString(),
        statement: "Fetch again what this wallet bought here. Nothing is charged.",
      },
      supportedChains: [{ chainId: terms.network, type: "eip191" }],
      schema,
    },
  }
}

const text = { type: "string" }

const schema = {
  type: "object",
  properties: {
    domain: text,
    address: text,
    statement: text,
    uri: { type: "string", format: "uri" },
    version: text,
    chainId: text,
    type: text,
    nonce: text,
    issuedAt: { type: "string", format: "date-time" },
    expirationTime: { type: "string", format: "date-time" },
    signature: text,
  },
  required: ["domain", "address", "uri", "version", "chainId", "type", "nonce", "issuedAt", "signature"],
}
