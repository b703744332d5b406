import type { PaidContract } from "@/lib/api/contract"
import type { Usdc } from "@/lib/domain/usdc"

/** Where payments go: one token on one network to one payee. */
export type PaymentTerms = {
  /** CAIP-2: `eip155:8453`. */
  readonly network: `eip155:${number}`
  /** The same network in x402 version 1: `base`. */
  readonly networkV1: string
  readonly asset: `0x${string}`
  /** EIP-712 domain of the token, which payers sign under. */
  readonly domain: { readonly name: string; readonly version: string }
  readonly payTo: `0x${string}`
  readonly origin: string
}

/** How long a payer's signature must at least be good for, in seconds: covers a slow wallet and a slow block. */
export const MAX_TIMEOUT_S = 300

/** What is sold at one URL. */
export type Offer = {
  readonly contract: PaidContract
  /** Path with canonical query: `/api/signal/BTC`. */
  readonly url: string
}

/** `GET /api/signal/BTC`: what a proof is bound to. */
export function resourceOf(offer: Offer): string {
  return `GET ${offer.url}`
}

/** One entry of `accepts`, x402 version 2. */
export function requirementsV2(terms: PaymentTerms, price: Usdc) {
  return {
    scheme: "exact",
    network: terms.network,
    amount: price.toString(),
    asset: terms.asset,
    payTo: terms.payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_S,
    extra: terms.domain,
  }
}

/** One entry of `accepts`, x402 version 1: all fields that the old zod schemas demand. */
export function requirementsV1(terms: PaymentTerms, offer: Offer) {
  return {
    scheme: "exact",
    network: terms.networkV1,
    maxAmountRequired: offer.contract.price.toString(),
    resource: terms.origin + offer.url,
    description: offer.contract.description,
    mimeType: "application/json",
    payTo: terms.payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_S,
    asset: terms.asset,
    extra: terms.domain,
  }
}
