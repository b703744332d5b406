import { type Usdc, usdc } from "@/lib/domain/usdc"
import { lockForTransaction } from "@/lib/store/dialect"
import type { Store } from "@/lib/store/open-store"
import type { Period } from "./sales"
import { hex } from "@/lib/x402/ledger/hex"
import { FACILITATED } from "./sales"

/**
 * Refunds are made by hand, one per payment. The row with the signed bytes is written before the transaction is sent. A
 * process that finds a row without an outcome reads the chain and sends the same bytes again, which move money once.
 */
export type RefundStore = {
  /** `refunded_elsewhere` when the payment has a refund already, whatever its outcome. */
  begin(refund: Refund, nowMs: number): Promise<RecordResult>
  /** Records a replacement for a transaction that did not pay. `refunded_elsewhere` when it was replaced already. */
  replace(failed: `0x${string}`, refund: Refund, nowMs: number): Promise<RecordResult>
  /**
   * The highest nonce of a refund that was signed in the last two minutes and is in no block yet; `null` without one.
   */
  reservedNonce(nowMs: number): Promise<number | null>
  /** One of the payment's refund transactions is in a block: the payer has the money back. */
  markCompleted(made: Pick<Refund, "paymentId" | "transaction">, nowMs: number): Promise<void>
  find(paymentId: string): Promise<StoredRefund | null>
  /** Begun, and not seen in a block yet. */
  unfinished(): Promise<readonly StoredRefund[]>
  /**
   * Refunds of our sales of a period on a network, by payment, whenever they were made. They are few, because each is
   * made by hand.
   */
  completedIn(span: Period & { readonly network: string }): Promise<ReadonlyMap<string, CompletedRefund>>
}

/** `nonce_taken`: another refund in flight has the nonce. Nothing was written. */
export type RecordResult = "recorded" | "refunded_elsewhere" | "nonce_taken"

/** An older refund that is in no block was interrupted. Its nonce does not delay others. */
const RESERVED_MS = 120_000

export type Refund = {
  readonly paymentId: string
  readonly transaction: `0x${string}`
  /** The signed transaction and its nonce at the payee's account; `null` in rows from before they were stored. */
  readonly raw: `0x${string}` | null
  readonly nonce: number | null
  /** Earlier transactions of the same nonce with lower fees: a block takes one of them, possibly an earlier one. */
  readonly former: readonly `0x${string}`[]
  /** The operator's reason. */
  readonly reason: string
}

/** `completedAtMs`: when the refund was found in a block; `null` before. */
export type StoredRefund = Refund & { readonly completedAtMs: number | null }

export type CompletedRefund = { readonly transaction: `0x${string}`; readonly amount: Usdc }

export function createRefundStore(store: Store): RefundStore {
  /** One refund at a time, so that two processes do not take the same nonce. */
  function record(refund: Refund, nowMs: number, write: (tx: Store) => Promise<boolean>): Promise<RecordResult> {
    return store.transaction().execute(async (tx) => {
      await lockForTransaction(tx, "refund")
      const others = reserved(tx, nowMs)
        .select("payment_id")
        .where("nonce", "=", refund.nonce)
        .where("payment_id", "!=", refund.paymentId)
      if ((await others.executeTakeFirst()) !== undefined) return "nonce_taken"
      return (await write(tx)) ? "recorded" : "refunded_elsewhere"
    })
  }

  return {
    begin: (refund, nowMs) =>
      record(refund, nowMs, async (tx) => {
        const result = await tx
          .insertInto("refunds")
          .values(toRow(refund, nowMs))
          .onConflict((conflict) => conflict.column("payment_id").doNothing())
          .executeTakeFirst()
        return result.numInsertedOrUpdatedRows === 1n
      }),

    replace: (failed, refund, nowMs) =>
      record(refund, nowMs, async (tx) => {
        const result = await tx
          .updateTable("refunds")
          .set(toRow(refund, nowMs))
          .where("payment_id", "=", refund.paymentId)
          .where("transaction_hash", "=", failed)
          .where("made_ms", "is", null)
          .executeTakeFirst()
        return result.numUpdatedRows === 1n
      }),

    async reservedNonce(nowMs) {
      const { nonce } = await reserved(store, nowMs)
        .select((row) => row.fn.max("nonce").as("nonce"))
        .executeTakeFirstOrThrow()
      return nonce
    },

    async markCompleted({ paymentId, transaction }, nowMs) {
      await store
        .updateTable("refunds")
        .set({ transaction_hash: transaction, former_hashes: null, made_ms: nowMs })
        .where("payment_id", "=", paymentId)
        .where("made_ms", "is", null)
        .execute()
    },

    async find(paymentId) {
      const row = await store.selectFrom("refunds").selectAll().where("payment_id", "=", paymentId).executeTakeFirst()
      return row === undefined ? null : toRefund(row)
    },

    async unfinished() {
      const rows = store.selectFrom("refunds").selectAll().where("made_ms", "is", null).orderBy("created_ms")
      return (await rows.execute()).map(toRefund)
    },

    async completedIn({ network, fromMs, toMs }) {
      const rows = await store
        .selectFrom("refunds")
        .innerJoin("payments", "payments.id", "refunds.payment_id")
        .select(["refunds.payment_id", "refunds.transaction_hash", "payments.amount"])
        .where("refunds.made_ms", "is not", null)
        .where("payments.state", "=", "settled")
        .where("payments.network", "=", network)
        .where("payments.endpoint", "!=", FACILITATED)
        .where("payments.settled_ms", ">=", fromMs)
        .where("payments.settled_ms", "<", toMs)
        .execute()
      return new Map(
        rows.map((row) => [
          row.payment_id,
          { transaction: hex(row.transaction_hash), amount: usdc(BigInt(row.amount)) },
        ]),
      )
    },
  }
}

/** Refunds that were signed a short time ago and may still be on their way. */
function reserved(db: Store, nowMs: number) {
  return db
    .selectFrom("refunds")
    .where("made_ms", "is", null)
    .where("created_ms", ">", nowMs - RESERVED_MS)
}

function toRow({ paymentId, transaction, raw, nonce, former, reason }: Refund, nowMs: number) {
  const hashes = { transaction_hash: transaction, former_hashes: former.length === 0 ? null : former.join(" ") }
  return { payment_id: paymentId, ...hashes, raw, nonce, reason, created_ms: nowMs, made_ms: null }
}

function toRefund(row: {
  readonly payment_id: string
  readonly transaction_hash: string
  readonly former_hashes: string | null
  readonly raw: string | null
  readonly nonce: number | null
  readonly reason: string
  readonly made_ms: number | null
}): StoredRefund {
  return {
    paymentId: row.payment_id,
    transaction: hex(row.transaction_hash),
    raw: row.raw === null ? null : hex(row.raw),
    nonce: row.nonce,
    former: (row.former_hashes?.split(" ") ?? []).map(hex),
    reason: row.reason,
    completedAtMs: row.made_ms,
  }
}
