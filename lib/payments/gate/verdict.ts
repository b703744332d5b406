import type { Transfer } from "@/lib/chain/find-transfer"
import type { Purchase } from "@/lib/ledger/payment"
import type { PaymentReason } from "@/lib/payments/wire/reason"

/**
 * What checking a proof came to:
 *
 * - `owed`: good, and the money is still to be moved, by `signature`; the payer held `balance` when it was asked for;
 * - `arrived`: the money is at the payee already;
 * - `refused`: no good, nothing was charged for this resource;
 * - `pending`: the chain cannot tell yet; the same proof may be good later;
 * - `failed`: the chain could not be asked.
 */
export type Verdict =
  | { readonly kind: "owed"; readonly balance: bigint; readonly askedMs: number; readonly signature: `0x${string}` }
  | { readonly kind: "arrived"; readonly transfer: Transfer }
  | { readonly kind: "refused"; readonly reason: PaymentReason }
  | { readonly kind: "pending"; readonly transaction: `0x${string}` }
  | { readonly kind: "failed"; readonly cause: unknown }

/** A purchase as it is settled. */
export function asOwed(purchase: Purchase, verdict: Verdict | null): Purchase {
  if (verdict?.kind !== "owed" || verdict.signature === purchase.authorization.signature) return purchase
  return { ...purchase, authorization: { ...purchase.authorization, signature: verdict.signature } }
}
