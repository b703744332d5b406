import { setImmediate as nextTurn } from "node:timers/promises"
import { sql } from "kysely"
import { lockForTransaction } from "@/lib/store/dialect"
import type { Store } from "@/lib/store/open-store"
import { PAID_UNANSWERED } from "./payment"

/** Small enough that no payment has to wait for it. */
const AT_ONCE = 500
/** Replaces the bytes of a transaction whose block is final. */
const FORGOTTEN = "0x"

/** `payments`: payments that bought nothing. */
export type PruneCounts = { readonly answers: number; readonly transactions: number; readonly payments: number }

/**
 * Deletes large data that is no longer needed: answers of payments and bytes of transactions that were settled before a
 * moment, and payments that ended before it without moving money, when no chain accepts their proofs any more. Product,
 * payer, price and transaction of every sale stay in the ledger.
 *
 * Deletes the oldest first, `atOnce` in a step. Payments are taken in between, and other processes may prune at the
 * same time.
 */
export async function pruneBefore(store: Store, beforeMs: number, atOnce = AT_ONCE): Promise<PruneCounts> {
  return {
    answers: await untilNone(() => forgetAnswers(store, beforeMs, atOnce)),
    transactions: await untilNone(() => forgetTransactions(store, beforeMs, atOnce)),
    payments: await untilNone(() => forgetPayments(store, beforeMs, atOnce)),
  }
}

async function untilNone(forgetSome: () => Promise<number>): Promise<number> {
  let [all, some] = [0, 0]
  do {
    some = await forgetSome()
    all += some
    await nextTurn()
  } while (some > 0)
  return all
}

async function forgetAnswers(store: Store, beforeMs: number, atOnce: number): Promise<number> {
  const old = store
    .selectFrom("payments")
    .select("id")
    .where("state", "=", "settled")
    .where("answer_body", "is not", null)
    .where("settled_ms", "<", beforeMs)
    .orderBy("settled_ms")
    .limit(atOnce)
  const { numUpdatedRows } = await store
    .updateTable("payments")
    .set({ answer_body: null, answer_etag: null })
    .where("id", "in", old)
    // The condition is repeated because another process may have been faster.
    .where("answer_body", "is not", null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function forgetTransactions(store: Store, beforeMs: number, atOnce: number): Promise<number> {
  const old = store
    .selectFrom("settlement_transactions")
    .select("hash")
    .where("state", "=", "mined")
    .where("raw", "<>", FORGOTTEN)
    .where("mined_ms", "<", beforeMs)
    .orderBy("mined_ms")
    .limit(atOnce)
  const { numUpdatedRows } = await store
    .updateTable("settlement_transactions")
    .set({ raw: FORGOTTEN })
    .where("hash", "in", old)
    .where("raw", "<>", FORGOTTEN)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Refused payments cost their sender nothing, so there may be any number of them. Rows that refer to them are deleted
 * too.
 */
function forgetPayments(store: Store, beforeMs: number, atOnce: number): Promise<number> {
  return store.transaction().execute(async (tx) => {
    await lockForTransaction(tx, "forget")
    const old = tx
      .selectFrom("payments")
      .select("id")
      .where(boughtNothing(beforeMs))
      .orderBy("updated_ms")
      .limit(atOnce)
    const deleted = await tx
      .deleteFrom("payments")
      .where("id", "in", old)
      // The condition is repeated because one of them may have been claimed again.
      .where(boughtNothing(beforeMs))
      .returning("id")
      .execute()
    const ids = deleted.map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx.deleteFrom("payment_identifiers").where("payment_id", "in", ids).execute()
    return ids.length
  })
}

/**
 * A payment that arrived without an answer, and a refunded payment, stay: their payers may still ask. The states are
 * written out, so that the database uses the index.
 */
function boughtNothing(beforeMs: number) {
  return sql<boolean>`state in ('released', 'refused') and updated_ms < ${beforeMs}
    and valid_before_s * 1000 < ${beforeMs} and (reason is null or reason <> ${PAID_UNANSWERED})
    and id not in (select payment_id from refunds)`
}
