import type { Authorization, Purchase } from "@/lib/x402/ledger/payment"
import type { PaymentReason } from "@/lib/x402/wire/reason"

/** The part of a payment that a facilitator receives. */
export type FacilitatedPayment = Pick<Purchase, "resource" | "endpoint"> & { readonly authorization: Authorization }

/** `unavailable`: the answer is missing or unreadable. Verification moves no money. */
export type VerifyAnswer =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly reason: PaymentReason }
  | { readonly kind: "unavailable"; readonly cause: unknown }

/**
 * A facilitator's report of a settlement. It proves nothing, so the chain is read in each case.
 *
 * - `settled`: the facilitator reports that this transaction moved the money;
 * - `refused`: the facilitator reports that no money moved, or that this transaction failed;
 * - `unsent`: no connection to the facilitator was made. A status of it, such as 401 or 429, proves nothing;
 * - `unknown`: the facilitator may have sent a transaction.
 */
export type SettleAnswer =
  | { readonly kind: "settled"; readonly transaction: `0x${string}` }
  | { readonly kind: "refused"; readonly reason: PaymentReason; readonly transaction: `0x${string}` | null }
  | { readonly kind: "unsent"; readonly cause: unknown }
  | { readonly kind: "unknown"; readonly cause: unknown; readonly transaction: `0x${string}` | null }

/** A service that verifies payments and sends them to the chain at its own cost. Methods never reject. */
export type Facilitator = {
  verify(payment: FacilitatedPayment): Promise<VerifyAnswer>
  /** Sends one request. The caller reads the chain before it repeats the request. */
  settle(payment: FacilitatedPayment): Promise<SettleAnswer>
  status(): FacilitatorStatus
}

/** `isCircuitOpen`: the facilitator failed several times in a row and gets no requests for a while. */
export type FacilitatorStatus = {
  readonly host: string
  readonly isCircuitOpen: boolean
  readonly lastFault: string | null
}
