import type { Store } from "@/lib/store/open-store"

/**
 * Refunds are made by hand, one per payment. The row is there before the transaction is sent, so that nobody refunds
 * twice: who finds a row without a known outcome looks at the chain first.
 */
export type RefundBooks = {
  /** False when the payment has a refund already, whatever became of it. */
  begin(refund: Refund, nowMs: number): Promise<boolean>
  find(paymentId: string): Promise<Refund | null>
}

export type Refund = {
  readonly paymentId: string
  readonly transaction: `0x${string}`
  /** Why, in the operator's words. */
  readonly reason: string
}

export function createRefundBooks(store: Store): RefundBooks {
  return {
    async begin({ paymentId, transaction, reason }, nowMs) {
      const result = await store
        .insertInto("refunds")
        .values({ payment_id: paymentId, transaction_hash: transaction, reason, created_ms: nowMs })
        .onConflict((conflict) => conflict.column("payment_id").doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    async find(paymentId) {
      const row = await store.selectFrom("refunds").selectAll().where("payment_id", "=", paymentId).executeTakeFirst()
      if (row === undefined) return null
      return { paymentId, transaction: `0x${row.transaction_hash.slice(2)}`, reason: row.reason }
    },
  }
}
