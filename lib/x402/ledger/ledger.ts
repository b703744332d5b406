import { AppError } from "@/lib/domain/errors"
import { storeFault } from "@/lib/store/store-fault"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import type { Listings } from "./listings"
import type { Answer, PaymentToSettle, Payment, Purchase } from "./payment"

/**
 * - `claimed`: the caller owns the row and must finish or release it;
 * - `busy`: another caller is working on the payment (`payment` has its state);
 * - `settled`: it was sold already; `payment.answer` has the answer;
 * - `other_resource`: the proof is bound to another resource.
 */
export type Claim =
  | { readonly kind: "claimed"; readonly owner: string }
  | { readonly kind: "busy" | "settled" | "other_resource"; readonly payment: Payment }

export type SettlementTransaction = {
  readonly hash: `0x${string}`
  readonly signer: `0x${string}`
  readonly nonce: number
  readonly raw: `0x${string}`
  readonly maxFeePerGas: bigint
  /** The anchor that follows the call in its call data. Absent in most. */
  readonly anchor?: RecordAnchor
}

export type MinedTransaction = {
  readonly hash: `0x${string}`
  readonly blockNumber: bigint
  /** `null` for a transaction of another sender. */
  readonly gasUsed: bigint | null
  /** The fee that the sender paid. Absent or `null`: not known. */
  readonly feeWei?: bigint | null
}

/** A transaction of ours in its block, as it was when it was read there. */
export type MinedRecord = SettlementTransaction & {
  readonly blockNumber: bigint
  readonly blockHash: `0x${string}`
  readonly minedMs: number
}

/** Amounts of payments that are not over. */
export type PendingSpend = {
  /** Nothing was sent: the payer still has the money. */
  readonly unsent: bigint
  /** In flight or settled. */
  readonly sent: bigint
}

/**
 * Payments and their answers, stored durably. Every method is one atomic step. When a caller stops between two steps,
 * `unfinished` returns the row to its successor.
 */
export type Ledger = Listings & {
  /** The process to which the claims of this ledger belong. Unique, also after a restart. */
  readonly processId: string
  find(id: string): Promise<Payment | null>
  /** Binds a proof to a resource, or returns its binding. A claim that ended without being sent is taken over. */
  claim(purchase: Purchase, nowMs: number): Promise<Claim>
  /**
   * Other unfinished payments, and unfinished deposits, of the payer of a claimed payment. Only earlier claims without an answer count, so that
   * the first of many concurrent claims continues. One nonce moves money once: other payments with that nonce are not
   * payable.
   */
  pendingSpend(id: string, nowMs: number): Promise<PendingSpend>
  /** Keeps the answer before any money moves. False when the claim was lost. */
  saveAnswer(id: string, owner: string, answer: Answer, nowMs: number): Promise<boolean>
  /** Releases the proof unspent. A row that was sent is never released. */
  release(id: string, owner: string, reason: string, nowMs: number): Promise<boolean>
  /**
   * Records a transaction and moves its payments from `answered`, or from a transaction that did not pay them, to
   * `sent`, before it is broadcast. False, and nothing recorded, when one of them is no longer waiting for settlement,
   * or waits with another proof of the same nonce.
   *
   * Several transactions of one signer may have the same nonce: later ones are replacements with higher fees.
   */
  markSent(transaction: SettlementTransaction, payments: readonly PaymentToSettle[], nowMs: number): Promise<boolean>
  /** From `answered` or `sent`: the money arrived in this transaction, which may be of another sender. */
  markSettled(ids: readonly string[], mined: MinedTransaction, nowMs: number): Promise<void>
  /** From `answered` or `sent`: the chain refused it for good; nothing moved. */
  markRefused(id: string, reason: string, nowMs: number): Promise<void>
  /** A transaction of ours is in a block, successful or not; others with its nonce are dropped. */
  markMined(mined: MinedTransaction & { readonly blockHash: `0x${string}` }, nowMs: number): Promise<void>
  /** A transaction of ours that can never be in a block, when no other transaction with its nonce is in one. */
  markDropped(hash: `0x${string}`): Promise<void>
  /**
   * Undoes that a transaction of ours is in a block and settled these payments, because a reorganisation dropped the
   * block. The transaction and the payments are `sent` again.
   */
  reopen(hash: `0x${string}`, ids: readonly string[], nowMs: number): Promise<void>
  /** Releases payments that were never sent and whose claim ended before `claimedBeforeMs`. Returns their number. */
  releaseAbandoned(claimedBeforeMs: number, nowMs: number): Promise<number>
  /** Payments in `sent`, oldest first, which a settler must finish after a restart. */
  unfinished(limit: number): Promise<readonly Payment[]>
  /** Transactions on record that are neither mined nor dropped: by nonce, then oldest first. */
  pendingTransactions(signer: `0x${string}`): Promise<readonly SettlementTransaction[]>
  /** The same of all other signers. */
  strandedTransactions(signers: readonly `0x${string}`[]): Promise<readonly SettlementTransaction[]>
  /** Transactions of ours that were seen in a block since `sinceMs`: at most `limit`, the newest. */
  minedSince(sinceMs: number, limit: number): Promise<readonly MinedRecord[]>
  /** Payments that this transaction settled. */
  settledBy(hash: `0x${string}`): Promise<readonly Payment[]>
}

/** A claim was refused by the database, which certainly changed nothing. */
export class ClaimNotWrittenError extends AppError {
  override readonly name = "ClaimNotWrittenError"
  readonly code = "data_unavailable"
  override readonly retryable = true

  constructor(cause: unknown) {
    const why = storeFault(cause) === "full" ? "The disk is full, so the ledger" : "The ledger"
    super(`${why} cannot be written. Nothing was charged. Repeat the request with the same payment.`, { cause })
  }
}

/** The reason of a payment whose claim was released because its process had ended. */
export const ABANDONED = "abandoned"

/**
 * A claim that was neither answered nor released within this time belongs to nobody any more. With several processes the claims
 * of one that has ended are released much sooner (`claim-lease.ts`).
 */
export const CLAIM_MS = 60_000

/**
 * The latest end of a claim: the clock of another process may be ahead as long as a claim takes. A claim that ends later was made
 * before the clock was set back, and belongs to nobody either.
 */
export function latestClaimEndMs(nowMs: number): number {
  return nowMs + 2 * CLAIM_MS
}

/** How long a request waits for its settlement before it answers `settlement_pending`. */
export const SETTLEMENT_WAIT_MS = 20_000
