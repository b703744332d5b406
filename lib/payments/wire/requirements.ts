import type { PaidContract } from "@/lib/api/contract"
import type { TransferMethod } from "@/lib/chain/authorization-digest"
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
  /** Permits for x402's spender of Permit2 are taken too. */
  readonly permit2: boolean
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

/** One entry of `accepts`, x402 version 2: for EIP-3009 unless told. */
export function requirementsV2(terms: PaymentTerms, price: Usdc, method: TransferMethod = "eip3009") {
  return {
    scheme: "exact",
    network: terms.network,
    amount: price.toString(),
    asset: terms.asset,
    payTo: terms.payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_S,
    // A permit is signed under the domain of Permit2.
    extra: method === "permit2" ? { assetTransferMethod: method } : terms.domain,
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
