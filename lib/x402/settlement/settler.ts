import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { isPaymentReason, type PaymentReason } from "@/lib/x402/wire/reason"
import type { PaymentStatus } from "@/lib/x402/ledger/settlement-queue"
import type { FacilitatorStatus } from "./facilitator"
import type { GasUse } from "./gas-budget"
import type { GasStatus } from "./settlement-funds"

/**
 * - `settled`: the payee has the money;
 * - `refused`: the chain refused it, nothing moved, the proof is not spent;
 * - `unsent`: nothing was sent, because the chain or the ledger could not be reached;
 * - `pending`: sent, and the outcome is not known yet. The client must repeat the request with the same proof.
 */
export type Settlement =
  | { readonly kind: "settled"; readonly transaction: `0x${string}` }
  | { readonly kind: "refused"; readonly reason: PaymentReason }
  | { readonly kind: "unsent"; readonly cause: unknown }
  | { readonly kind: "pending"; readonly transaction: `0x${string}` | null }

/** Measures settlements. */
export type SettlementObserver = {
  /** A payment has its outcome, so long after its answer was stored. */
  onOutcome(settlement: Settlement, durationMs: number): void
  /** A transaction of ours is in a block. */
  onMined(transaction: { readonly payments: number; readonly gasUsed: bigint }): void
}

/** Moves money for payments whose answer is in the ledger. */
export type Settler = {
  /** Resolves when the outcome is known, or as `pending` at the deadline; settlement continues. */
  settle(payment: PaymentToSettle): Promise<Settlement>
  /** Finishes the payments of an earlier process. Call once before serving. */
  recover(): Promise<void>
  status(): SettlerStatus
  /** Reads ether and fee now, in the background; absent where another party pays the gas. */
  readFunds?(): void
  stop(): Promise<void>
}

export type SettlerStatus = {
  /** `null`: another party pays the gas. */
  readonly account: `0x${string}` | null
  /** The facilitator, when it sends the transfers. */
  readonly facilitator?: FacilitatorStatus
  /** Absent when another party pays the gas. */
  readonly gas?: GasStatus
  /** Accounts whose transactions are not mined despite higher fees; absent when another party sends. */
  readonly stuckKeys?: number
  /** Gas of the last minute; absent where another party pays it. */
  readonly gasUse?: GasUse
  /** Whether this process settles for all that share the ledger; absent where it is alone. */
  readonly isLeading?: boolean
  readonly waiting: number
  readonly inFlight: number
  readonly lastSettledMs: number | null
  readonly lastFault: string | null
}

/** The outcome in the ledger; `null` while it is open. */
export function knownSettlement(
  payment: Pick<PaymentStatus, "state" | "transaction" | "reason"> | null,
): Settlement | null {
  if (payment?.state === "answered" || payment?.state === "sent") return null
  if (payment?.state === "settled" && payment.transaction) return { kind: "settled", transaction: payment.transaction }
  if (payment?.state === "refused" && payment.reason !== null && isPaymentReason(payment.reason)) {
    return { kind: "refused", reason: payment.reason }
  }
  return { kind: "unsent", cause: new Error("The claim was withdrawn.") }
}
