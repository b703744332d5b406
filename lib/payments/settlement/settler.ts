import type { PaymentToSettle } from "@/lib/ledger/payment"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { FacilitatorStatus } from "./facilitator"
import type { GasUse } from "./gas-budget"
import type { GasStatus } from "./settlement-funds"

/**
 * - `settled`: the money is at the payee;
 * - `refused`: the chain refused it, nothing moved, the proof is not spent;
 * - `unsent`: nothing was sent, because the chain or the ledger could not be reached;
 * - `pending`: sent, outcome not known yet. The only honest answer is "ask again with the same proof".
 */
export type Settlement =
  | { readonly kind: "settled"; readonly transaction: `0x${string}` }
  | { readonly kind: "refused"; readonly reason: PaymentReason }
  | { readonly kind: "unsent"; readonly cause: unknown }
  | { readonly kind: "pending"; readonly transaction: `0x${string}` | null }

/** Moves money for payments whose answer is in the ledger. */
export type Settler = {
  /** Resolves when the outcome is known, or as `pending` at the deadline; settlement goes on regardless. */
  settle(payment: PaymentToSettle): Promise<Settlement>
  /** Finishes what an earlier process left in between. Call once before serving. */
  recover(): Promise<void>
  status(): SettlerStatus
  stop(): Promise<void>
}

export type SettlerStatus = {
  /** `null`: somebody else's account pays the gas. */
  readonly account: `0x${string}` | null
  /** Who sends the transfers, where that is a facilitator. */
  readonly facilitator?: FacilitatorStatus
  /** Whether gas can be paid for; absent where somebody else pays it. */
  readonly gas?: GasStatus
  /** Accounts whose transactions nobody mines, whatever they pay; absent where somebody else sends. */
  readonly stuckKeys?: number
  /** Gas of the last minute; absent where another party pays it. */
  readonly gasUse?: GasUse
  readonly waiting: number
  readonly inFlight: number
  readonly lastSettledMs: number | null
  readonly lastFault: string | null
}
