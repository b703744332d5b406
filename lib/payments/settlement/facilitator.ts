import type { Authorization, Purchase } from "@/lib/ledger/payment"
import type { PaymentReason } from "@/lib/payments/wire/reason"

/** What a facilitator receives about a payment. */
export type FacilitatedPayment = Pick<Purchase, "resource" | "endpoint"> & { readonly authorization: Authorization }

/** `unavailable`: it gave no answer that can be read. Nothing moved: to verify is to look. */
export type VerifyAnswer =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly reason: PaymentReason }
  | { readonly kind: "unavailable"; readonly cause: unknown }

/**
 * What a facilitator says of a settlement. It is a word, not a fact: the chain is asked in each case.
 *
 * - `settled`: it says that this transaction moved the money;
 * - `refused`: it says that nothing moved, or that this transaction failed;
 * - `unsent`: the request never reached it, or it says that it did nothing, for a reason that is not the payer's;
 * - `unknown`: it may or may not have sent something.
 */
export type SettleAnswer =
  | { readonly kind: "settled"; readonly transaction: `0x${string}` }
  | { readonly kind: "refused"; readonly reason: PaymentReason; readonly transaction: `0x${string}` | null }
  | { readonly kind: "unsent"; readonly cause: unknown }
  | { readonly kind: "unknown"; readonly cause: unknown; readonly transaction: `0x${string}` | null }

/** Somebody who verifies payments and sends them to the chain at its own cost. Methods never reject. */
export type Facilitator = {
  verify(payment: FacilitatedPayment): Promise<VerifyAnswer>
  /** Asks once. Whether it may be asked again is for the chain to say. */
  settle(payment: FacilitatedPayment): Promise<SettleAnswer>
  status(): FacilitatorStatus
}

/** `resting`: it failed several times in a row and is left alone for a while. */
export type FacilitatorStatus = {
  readonly host: string
  readonly isResting: boolean
  readonly lastFault: string | null
}
