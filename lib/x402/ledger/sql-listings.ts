import type { Store } from "@/lib/store/open-store"
import type { LeaseHolder } from "@/lib/store/lease"
import { relaxed } from "@/lib/store/durability"
import { hex } from "./hex"
import type { Listings } from "./listings"
import { termsColumns } from "./payment-row"
import { durablyFenced } from "./sql-transactions"

export function sqlListings(store: Store, fence: LeaseHolder | null): Listings {
  return {
    beginListing({ id, authorization }, { resource, host }, nowMs) {
      return durablyFenced(store, fence, async (tx) => {
        const moved = await tx
          .updateTable("payments")
          .set({ state: "sent", transaction_hash: null, updated_ms: nowMs })
          .where("id", "=", id)
          .where((payment) => payment.and(termsColumns(authorization)))
          .where("state", "=", "answered")
          .executeTakeFirst()
        if (moved.numUpdatedRows !== 1n) return false
        const { validBeforeS: valid_before_s } = authorization
        await tx
          .insertInto("listings")
          .values({ payment_id: id, resource, host, valid_before_s, asked_ms: nowMs })
          .execute()
        return true
      })
    },

    async noteListing(paymentId, reply) {
      await relaxed(store, (db) => openListing(db, paymentId).set({ reply }).execute())
    },

    async endListing(paymentId, nowMs) {
      const payment = await store
        .selectFrom("payments")
        .leftJoin("settlement_transactions", "settlement_transactions.hash", "payments.transaction_hash")
        .select(["payments.state", "payments.transaction_hash", "settlement_transactions.hash as own"])
        .where("payments.id", "=", paymentId)
        .executeTakeFirst()
      if (payment?.state === "sent") return null
      const isSettled = payment?.state === "settled"
      const by = !isSettled ? "nobody" : payment.own === null ? "facilitator" : "own"
      const transaction_hash = isSettled ? payment.transaction_hash : null
      await openListing(store, paymentId).set({ settled_by: by, transaction_hash, ended_ms: nowMs }).execute()
      return by
    },

    async listings() {
      const rows = await store.selectFrom("listings").selectAll().orderBy("seq").execute()
      return rows.map((row) => ({
        resource: row.resource,
        host: row.host,
        paymentId: row.payment_id,
        validBeforeS: row.valid_before_s,
        askedMs: row.asked_ms,
        reply: row.reply,
        settledBy: row.settled_by,
        transaction: row.transaction_hash === null ? null : hex(row.transaction_hash),
        endedMs: row.ended_ms,
      }))
    },
  }
}

function openListing(db: Store, paymentId: string) {
  return db.updateTable("listings").where("payment_id", "=", paymentId).where("ended_ms", "is", null)
}
