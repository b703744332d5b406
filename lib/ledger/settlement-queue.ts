import type { Store } from "@/lib/store/open-store"
import type { Payment } from "./payment"
import { AUTHORIZATION_COLUMNS, toAuthorization } from "./payment-row"

/** What became of a payment, without what was bought. */
export type PaymentStatus = Pick<Payment, "id" | "state" | "transaction" | "reason">

/** Payments that wait in the ledger for the process that settles. */
export type SettlementQueue = {
  /** Puts answered payments in line; those in any other state, or in line already, stay as they are. */
  add(ids: readonly string[], nowMs: number): Promise<void>
  /**
   * First come, first served. A payment whose claim has ended is left alone: its payer has heard that nothing was taken,
   * or will claim it again.
   */
  waiting(limit: number, nowMs: number): Promise<readonly Pick<Payment, "id" | "authorization">[]>
  /** Of the payments that exist, in any order. */
  statusOf(ids: readonly string[]): Promise<readonly PaymentStatus[]>
}

export function createSettlementQueue(store: Store): SettlementQueue {
  return {
    async add(ids, nowMs) {
      if (ids.length === 0) return
      await store
        .updateTable("payments")
        .set({ queued_ms: nowMs })
        .where("id", "in", [...ids])
        .where("state", "=", "answered")
        .where("queued_ms", "is", null)
        .execute()
    },

    async waiting(limit, nowMs) {
      const rows = await store
        .selectFrom("payments")
        .select(["id", ...AUTHORIZATION_COLUMNS])
        .where("state", "=", "answered")
        .where("queued_ms", "is not", null)
        .where("claimed_until_ms", ">=", nowMs)
        .orderBy("seq")
        .limit(limit)
        .execute()
      return rows.map((row) => ({ id: row.id, authorization: toAuthorization(row) }))
    },

    async statusOf(ids) {
      if (ids.length === 0) return []
      const rows = await store
        .selectFrom("payments")
        .select(["id", "state", "transaction_hash", "reason"])
        .where("id", "in", [...ids])
        .execute()
      return rows.map(({ id, state, transaction_hash: hash, reason }) => {
        return { id, state, transaction: hash === null ? null : `0x${hash.slice(2)}`, reason }
      })
    },
  }
}
