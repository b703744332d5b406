import { randomUUID } from "node:crypto"
import { relaxed } from "@/lib/store/durability"
import type { LeaseHolder } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { fenced, sqlTransactions } from "./sql-transactions"
import { CLAIM_MS, latestClaimEndMs, type Ledger } from "./ledger"
import { toPayment } from "./payment-row"
import { sqlListings } from "./sql-listings"
import { abandonedAt, sqlClaims } from "./sql-claims"

/**
 * The ledger on any SQL store that kysely supports. Atomicity comes from single statements and short transactions.
 *
 * Power may fail at any moment: a write that allows or forbids a broadcast is on disk before it has an effect. Other
 * writes are relaxed: a claim and its answer have no value until `markSent` writes them to disk, and blocks are read
 * from the chain again after a restart.
 *
 * `fence`: the lease of the one process that settles. After it has lost the lease it can neither record a transaction
 * nor drop one; those steps then reject with `LeaseLostError`, and nothing is written.
 */
export function createSqlLedger(
  store: Store,
  fence: LeaseHolder | null = null,
  processId: string = randomUUID(),
): Ledger {
  const releaseOnce = async (id: string, owner: string, reason: string, nowMs: number): Promise<boolean> => {
    const result = await store
      .updateTable("payments")
      .set({ state: "released", reason, answer_body: null, answer_etag: null, updated_ms: nowMs })
      .where("id", "=", id)
      .where("claim_owner", "=", owner)
      .where("state", "in", ["claimed", "answered"])
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  }
  return {
    processId,
    ...sqlClaims(store, processId),

    async release(id, owner, reason, nowMs) {
      try {
        return await releaseOnce(id, owner, reason, nowMs)
      } catch (cause) {
        // Otherwise the claim would block its payment until it ends, although nobody works on it.
        retryUntilDone(() => releaseOnce(id, owner, reason, nowMs))
        throw cause
      }
    },

    ...sqlTransactions(store, fence),
    ...sqlListings(store, fence),

    async markSettled(ids, mined, nowMs) {
      const settled = {
        state: "settled" as const,
        transaction_hash: mined.hash,
        block_number: Number(mined.blockNumber),
        reason: null,
        settled_ms: nowMs,
        updated_ms: nowMs,
      }
      await relaxed(store, (db) =>
        db
          .updateTable("payments")
          .set(settled)
          .where("id", "in", [...ids])
          .where("state", "in", ["answered", "sent"])
          .execute(),
      )
    },

    async markRefused(id, reason, nowMs) {
      await fenced(store, fence, (db) =>
        db
          .updateTable("payments")
          .set({ state: "refused", reason, answer_body: null, answer_etag: null, updated_ms: nowMs })
          .where("id", "=", id)
          .where("state", "in", ["answered", "sent"])
          .execute(),
      )
    },

    async releaseAbandoned(claimedBeforeMs, nowMs) {
      const result = await store
        .updateTable("payments")
        .set(abandonedAt(nowMs))
        .where("state", "in", ["claimed", "answered"])
        .where((row) =>
          row.or([
            row("claimed_until_ms", "<", claimedBeforeMs),
            row("claimed_until_ms", ">", latestClaimEndMs(claimedBeforeMs)),
          ]),
        )
        .executeTakeFirst()
      return Number(result.numUpdatedRows)
    },

    async settledBy(hash) {
      const rows = await store
        .selectFrom("payments")
        .selectAll()
        .where("transaction_hash", "=", hash)
        .where("state", "=", "settled")
        .execute()
      return Promise.all(rows.map(toPayment))
    },

    async unfinished(limit) {
      const rows = await store
        .selectFrom("payments")
        .selectAll()
        .where("state", "=", "sent")
        .orderBy("seq")
        .limit(limit)
        .execute()
      return Promise.all(rows.map(toPayment))
    },
  }
}

const RETRY_MS = 1_000

/** Repeats a write that the database refused, until it is done or the claim has ended anyway. */
function retryUntilDone(write: () => Promise<unknown>, left: number = CLAIM_MS / RETRY_MS): void {
  if (left === 0) return
  setTimeout(() => {
    write().catch(() => retryUntilDone(write, left - 1))
  }, RETRY_MS).unref()
}
