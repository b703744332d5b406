import type { Usdc } from "@/lib/domain/usdc"
import type { Answer, Purchase } from "@/lib/ledger/payment"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { Verdict } from "./verdict"

/**
 * - `delivered`: paid, and here is the answer, new or (`redelivered`) the same bytes as before;
 * - `refused`: not charged, for the reason given;
 * - `pending`: whether the payment went through is not known yet; the same request with the same proof is safe to
 *   repeat, a new one is not. `cause` is `null` when only time is missing;
 * - `failed`: our side could not do its part; not charged.
 */
export type GateOutcome =
  | {
      readonly kind: "delivered"
      readonly answer: Answer
      readonly transaction: `0x${string}`
      readonly payer: `0x${string}`
      /** What was paid: prices change. */
      readonly amount: Usdc
      /** When the answer was written down: the same whenever it is delivered. */
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

/** An answer, and when it was written down. */
export type Sold = { readonly answer: Answer; readonly soldAtMs: number }

type Judged = {
  readonly faults: PaymentReason | null
  readonly payer: `0x${string}`
  /** The payer may have moved the money itself; or, since it gave us the proof and we gave it back, somebody else. */
  readonly mayBeHere: boolean
  readonly paidIn: `0x${string}` | null
}

/** What a verdict comes to before anything is bought; `null`: the purchase goes on. */
export function stopped(verdict: Verdict, { faults, payer, mayBeHere, paidIn }: Judged): GateOutcome | null {
  if (verdict.kind === "arrived") return null
  if (mayBeHere && verdict.kind === "failed") {
    return { kind: "pending", transaction: paidIn, payer, cause: verdict.cause }
  }
  if (faults) return { kind: "refused", reason: faults, payer }
  switch (verdict.kind) {
    case "owed":
      return null
    case "refused":
      return { ...verdict, payer }
    case "pending":
      return { ...verdict, payer, cause: null }
    case "failed":
      return verdict
  }
}

/** A new answer, paid. */
export function delivered(sold: Sold, transaction: `0x${string}`, purchase: Purchase): GateOutcome {
  const { answer, soldAtMs } = sold
  const { from: payer, value: amount } = purchase.authorization
  return { kind: "delivered", answer, transaction, payer, amount, soldAtMs, redelivered: false }
}
