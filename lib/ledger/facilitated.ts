import type { Store } from "@/lib/store/open-store"

/**
 * Who may deliver for a payment that was settled for another service.
 *
 * Such services rarely keep a ledger: one that heard "settled" twice for one payment would deliver twice. So it is said
 * once, or again to the request that names itself by the same key.
 */
export type FacilitatedBooks = {
  /** A settlement begins, perhaps anew after one that moved nothing. `null`: the request has no name. */
  begin(paymentId: string, requestKey: string | null, nowMs: number): Promise<void>
  /** True for whoever may be told that the payment is settled. */
  tell(paymentId: string, requestKey: string | null, nowMs: number): Promise<boolean>
  /** Whether somebody was told. */
  isTold(paymentId: string): Promise<boolean>
}

export function createFacilitatedBooks(store: Store): FacilitatedBooks {
  return {
    async begin(paymentId, requestKey, nowMs) {
      const fresh = { request_key: requestKey, told_ms: null, created_ms: nowMs }
      await store
        .insertInto("facilitated_payments")
        .values({ payment_id: paymentId, ...fresh })
        .onConflict((conflict) => conflict.column("payment_id").doUpdateSet(fresh))
        .execute()
    },

    async tell(paymentId, requestKey, nowMs) {
      const result = await store
        .updateTable("facilitated_payments")
        // Whoever is told first owns it, though another request began it.
        .set({ request_key: requestKey, told_ms: nowMs })
        .where("payment_id", "=", paymentId)
        .where((row) =>
          row.or([row("told_ms", "is", null), ...(requestKey === null ? [] : [row("request_key", "=", requestKey)])]),
        )
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    async isTold(paymentId) {
      const row = await store
        .selectFrom("facilitated_payments")
        .select("told_ms")
        .where("payment_id", "=", paymentId)
        .executeTakeFirst()
      return row !== undefined && row.told_ms !== null
    },
  }
}
