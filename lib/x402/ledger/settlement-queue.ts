import type { Store } from "@/lib/store/open-store"
import type { Payment } from "./payment"
import { AUTHORIZATION_COLUMNS, toAuthorization } from "./payment-row"

/** The outcome of a payment, without its answer. */
export type PaymentStatus = Pick<Payment, "id" | "state" | "transaction" | "reason">

/** Payments that wait in the ledger for the process that settles. */
export type SettlementQueue = {
  /** Queues answered payments; payments in other states, or in the queue already, stay as they are. */
  add(ids: readonly string[], nowMs: number): Promise<void>
  /**
   * In order of arrival. A payment whose claim has ended is skipped: its payer has received that nothing was charged,
   * or will claim it again.
   */
  waiting(limit: number, nowMs: number): Promise<readonly Pick<Payment, "id" | "authorization">[]>
  /** The payments that exist, in any order. */
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
