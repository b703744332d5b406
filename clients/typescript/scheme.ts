import type { Fields } from "./json.js"
import type { BuyerSigner } from "./signer.js"

/* The messages of x402 (version 2), with the fields that this package reads. Other fields are sent back as they came. */

/** One entry of `accepts`. */
export type Requirements = Fields & {
  readonly scheme: string
  readonly network: string
  /** Decimal digits of atomic units. */
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra: Fields
}

/** The terms of a 402 with the one entry that is signed. */
export type Terms = {
  readonly x402Version: 2
  readonly resource: Fields & { readonly url: string }
  readonly accepts: readonly [Requirements]
  readonly extensions?: Fields
}

/** `PAYMENT-SIGNATURE` before base64. */
export type Payload = {
  readonly x402Version: number
  readonly resource?: Fields
  readonly accepted: Fields
  readonly payload: Fields
  readonly extensions?: Fields
}

export type SignedPayment = {
  readonly payload: Payload
  /** What goes into a channel beside the price, in atomic units; 0 without a deposit. */
  readonly deposit: bigint
}

/** The options of a buyer that a scheme reads. */
export type SchemeOptions = {
  readonly signer: BuyerSigner
  readonly network: `eip155:${number}`
  readonly asset: `0x${string}`
  readonly maxAmountPerPayment: bigint
  readonly fetch: typeof fetch
  readonly now: () => number
}

/**
 * Pays by one scheme of x402. `exact` is built in; `signal402-client/session` has the other.
 *
 * @example
 * const scheme: PaymentScheme = session({ deposit: 5_000_000n, maxPerDay: 10_000_000n })
 * const buyer = createBuyer({ ...options, session: scheme })
 */
export type PaymentScheme = {
  readonly name: string
  /** The limit of all deposits of 24 hours. */
  readonly maxPerDay: bigint
  /** @throws {BuyerError} `invalid_option` */
  readonly open: (options: SchemeOptions) => OpenScheme
}

export type OpenScheme = {
  readonly sign: (terms: Terms) => Promise<SignedPayment>
  /** Reads the response to a payment. Returns whether a new payment can correct a refusal. */
  readonly noteResponse: (payload: Payload, headers: Headers, status: number) => Promise<boolean>
  /** Ends the session, and returns the rest of the deposit. */
  readonly refund: (url: URL) => Promise<bigint>
}
