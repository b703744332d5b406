import type { Transfer } from "@/lib/x402/chain/find-transfer"
import type { Usdc } from "@/lib/domain/usdc"
import type { Answer, Authorization, Payment, Purchase } from "@/lib/x402/ledger/payment"
import type { PaymentReason } from "@/lib/x402/wire/reason"

/** One request with a payment proof of any kind. */
export type PaymentAttempt = {
  readonly purchase: Purchase
  /** Why the terms do not match the offer; `null` when they do. */
  readonly termsError: PaymentReason | null
  /** @param known the ledger's row of this proof, when it was presented before */
  readonly verify: (known: Payment | null) => Promise<VerificationResult>
  /** The transaction by which the payer says that it has paid; `null` for an authorization. */
  readonly transferHash: `0x${string}` | null
  readonly produce: () => Promise<Answer>
}

/**
 * The result of verifying a proof:
 *
 * - `payable`: valid; the money is still to be moved, after `deployment` where the wallet needs it. The payer held `balance`
 *   at `askedMs`;
 * - `alreadyPaid`: the payee has the money;
 * - `refused`: invalid; nothing was charged for this resource;
 * - `pending`: the chain cannot tell yet; the same proof may become valid;
 * - `failed`: the chain could not be read.
 */
export type VerificationResult =
  | {
      readonly kind: "payable"
      readonly balance: bigint
      readonly askedMs: number
      readonly deployment: Authorization["deployment"]
    }
  | { readonly kind: "alreadyPaid"; readonly transfer: Transfer }
  | { readonly kind: "refused"; readonly reason: PaymentReason }
  | { readonly kind: "pending"; readonly transaction: `0x${string}` }
  | { readonly kind: "failed"; readonly cause: unknown }

/**
 * - `delivered`: paid, with the answer: new, or (`redelivered`) the same bytes as before;
 * - `refused`: not charged, for the reason given;
 * - `pending`: whether the payment was made is not known yet. The client may repeat the request with the same proof,
 *   but must not sign a new one. `cause` is `null` when only time is missing;
 * - `failed`: the service failed; not charged.
 */
export type GateOutcome =
  | {
      readonly kind: "delivered"
      readonly answer: Answer
      readonly transaction: `0x${string}`
      readonly payer: `0x${string}`
      /** The amount of the first payment: prices change. */
      readonly amount: Usdc
      /** When the answer was stored; redelivery does not change it. */
      readonly soldAtMs: number
      readonly redelivered: boolean
    }
  | { readonly kind: "refused"; readonly reason: PaymentReason; readonly payer: `0x${string}` | null }
  | {
      readonly kind: "pending"
      readonly transaction: `0x${string}` | null
      readonly payer: `0x${string}`
      readonly cause: unknown
    }
  | { readonly kind: "failed"; readonly cause: unknown }
