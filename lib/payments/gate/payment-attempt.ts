import type { Transfer } from "@/lib/chain/find-transfer"
import type { Usdc } from "@/lib/domain/usdc"
import type { Answer, Authorization, Payment, Purchase } from "@/lib/ledger/payment"
import type { PaymentReason } from "@/lib/payments/wire/reason"

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

/** The purchase with the deployment that settles it: a wallet that is deployed already is not deployed again. */
export function withNeededDeployment(purchase: Purchase, result: VerificationResult): Purchase {
  if (result.kind !== "payable" || result.deployment === purchase.authorization.deployment) return purchase
  return { ...purchase, authorization: { ...purchase.authorization, deployment: result.deployment } }
}

/** A valid proof that this request has claimed. `purchase` equals its row, so a transaction can be recorded for it. */
export type VerifiedClaim = {
  readonly kind: "verified"
  readonly owner: string
  readonly result: VerificationResult
  readonly purchase: Purchase
}

/** An answer, and when it was stored. */
export type ComputedAnswer = { readonly answer: Answer; readonly soldAtMs: number }

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

type AttemptFacts = Pick<PaymentAttempt, "termsError" | "transferHash"> & {
  readonly payer: `0x${string}`
  /** The money may have arrived: the payer sent it, or others have the proof since it was released. */
  readonly mayBePaid: boolean
}

/** The outcome that a verification result leads to before anything is bought; `null` when the purchase goes on. */
export function outcomeWithoutPurchase(
  result: VerificationResult,
  { termsError, payer, mayBePaid, transferHash }: AttemptFacts,
): GateOutcome | null {
  if (result.kind === "alreadyPaid") return null
  if (mayBePaid && result.kind === "failed") {
    return { kind: "pending", transaction: transferHash, payer, cause: result.cause }
  }
  if (termsError) return { kind: "refused", reason: termsError, payer }
  switch (result.kind) {
    case "payable":
      return null
    case "refused":
      return { ...result, payer }
    case "pending":
      return { ...result, payer, cause: null }
    case "failed":
      return result
  }
}

/** The outcome of a new answer that was paid. */
export function delivered(computed: ComputedAnswer, transaction: `0x${string}`, purchase: Purchase): GateOutcome {
  const { answer, soldAtMs } = computed
  const { from: payer, value: amount } = purchase.authorization
  return { kind: "delivered", answer, transaction, payer, amount, soldAtMs, redelivered: false }
}
