import type { PaidContract } from "@/lib/api/contract"
import type { Usdc } from "@/lib/domain/usdc"
import { BATCH_SETTLEMENT_SCHEME } from "./channel-payloads"

/** The payment terms of this service: one token on one network, to one payee. */
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
  /** How channels pay; `null` while sessions are off. */
  readonly sessions: SessionTerms | null
  /** Challenges of MPP; absent while that protocol is off. */
  readonly challenges?: PaymentChallenges
}

/** Issues the challenges of MPP and recognises them. */
export type PaymentChallenges = {
  /** The value of `WWW-Authenticate`. `nonce`: random, because it becomes a part of the authorization's nonce. */
  issue(terms: PaymentTerms, offer: Offer, moment: { readonly nonce: string; readonly nowMs: number }): string
  /** Whether the challenge was issued here and nothing in it was changed. */
  isIssued(challenge: EchoedChallenge): boolean
}

/** A challenge as a client sends it back. */
export type EchoedChallenge = {
  readonly id: string
  readonly realm: string
  /** All that the id stands for, as text. */
  readonly bound: string
}

/** The requirements for a channel that pays here (x402 scheme "batch-settlement"). */
export type SessionTerms = {
  /** The key that signs claims and refunds. */
  readonly receiverAuthorizer: `0x${string}`
  readonly withdrawDelayS: number
  /** A smaller deposit costs more gas than it brings in. */
  readonly minDeposit: Usdc
}

/** The terms of a 402: without sessions while no voucher could be claimed. */
export function offeredTerms(terms: PaymentTerms, isOffered: boolean): PaymentTerms {
  return isOffered || terms.sessions === null ? terms : { ...terms, sessions: null }
}

/** How long a payer's signature must be valid at least, in seconds: covers a slow wallet and a slow block. */
export const MAX_TIMEOUT_S = 300

/** The resource that is sold at one URL. */
export type Offer = {
  readonly contract: PaidContract
  /** Path with canonical query: `/api/signal/BTC`. */
  readonly url: string
  /** For each item of a brief, or day of a history, its price in USDC or that it is left out. */
  readonly items?: Readonly<Record<string, string>>
}

/** The resource that a proof is bound to: `GET /api/signal/BTC`. */
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
    extra: exactExtra(terms),
  }
}

/** The token's EIP-712 domain, and fields that some clients need: the decimals and the struct to sign. */
function exactExtra({ domain }: PaymentTerms) {
  return { ...domain, decimals: 6, primaryType: "TransferWithAuthorization" } as const
}

/** The entry of `accepts` for channels, x402 version 2. `state` is added to correct a client's idea of its channel. */
export function channelRequirements(terms: PaymentTerms, sessions: SessionTerms, price: Usdc, state: object = {}) {
  const { receiverAuthorizer, withdrawDelayS: withdrawDelay } = sessions
  return {
    ...requirementsV2(terms, price),
    scheme: BATCH_SETTLEMENT_SCHEME,
    extra: {
      ...terms.domain,
      receiverAuthorizer,
      withdrawDelay,
      minDeposit: minDepositFor(sessions, price).toString(),
      assetTransferMethod: "eip3009",
      ...state,
    },
  }
}

/** `exact` first, so that clients without channels choose as ever. */
export function acceptsOf(terms: PaymentTerms, price: Usdc, state: object = {}) {
  const exact = requirementsV2(terms, price)
  return terms.sessions === null ? [exact] : [exact, channelRequirements(terms, terms.sessions, price, state)]
}

/** The least that one deposit may be when it pays this price. */
export function minDepositFor({ minDeposit }: SessionTerms, price: Usdc): Usdc {
  return price > minDeposit ? price : minDeposit
}

/** One entry of `accepts`, x402 version 1, with every field that the strict schemas of its clients require. */
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
    extra: exactExtra(terms),
  }
}
