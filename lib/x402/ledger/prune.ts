import { setImmediate as nextTurn } from "node:timers/promises"
import { sql } from "kysely"
import { lockForTransaction } from "@/lib/store/dialect"
import type { Store } from "@/lib/store/open-store"
import { PAID_UNANSWERED } from "./payment"

/** Small enough that no payment has to wait for it. */
const AT_ONCE = 500
/** Replaces the bytes of a transaction whose block is final. */
const FORGOTTEN = "0x"

/** `payments`: payments that bought nothing. `operations`: of sessions, with their bytes or whole. `channels`: never used. */
export type PruneCounts = {
  readonly answers: number
  readonly transactions: number
  readonly payments: number
  readonly operations: number
  readonly channels: number
}

/**
 * Deletes large data that is no longer needed: answers of payments and bytes of transactions that were settled before a
 * moment, payments that ended before it without moving money, when no chain accepts their proofs any more, and channels and
 * operations of sessions that moved nothing. Product, payer, price and transaction of every sale stay in the ledger.
 *
 * Deletes the oldest first, `atOnce` in a step. Payments are taken in between, and other processes may prune at the
 * same time.
 */
export async function pruneBefore(store: Store, beforeMs: number, atOnce = AT_ONCE): Promise<PruneCounts> {
  return {
    answers: await untilNone(() => forgetAnswers(store, beforeMs, atOnce)),
    transactions:
      (await untilNone(() => forgetTransactions(store, "settlement_transactions", beforeMs, atOnce))) +
      (await untilNone(() => forgetTransactions(store, "channel_transactions", beforeMs, atOnce))),
    payments: await untilNone(() => forgetPayments(store, beforeMs, atOnce)),
    operations:
      (await untilNone(() => forgetOperations(store, beforeMs, atOnce))) +
      (await untilNone(() => forgetCalls(store, beforeMs, atOnce))),
    channels: await untilNone(() => forgetChannels(store, beforeMs, atOnce)),
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

async function forgetTransactions(
  store: Store,
  table: "settlement_transactions" | "channel_transactions",
  beforeMs: number,
  atOnce: number,
): Promise<number> {
  const old = store
    .selectFrom(table)
    .select("hash")
    .where("state", "=", "mined")
    .where("raw", "<>", FORGOTTEN)
    .where("mined_ms", "<", beforeMs)
    .orderBy("mined_ms")
    .limit(atOnce)
  const { numUpdatedRows } = await store
    .updateTable(table)
    .set({ raw: FORGOTTEN })
    .where("hash", "in", old)
    .where("raw", "<>", FORGOTTEN)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Operations that were never in a block moved nothing and cost nothing. The signature of a refund stays good. */
async function forgetOperations(store: Store, beforeMs: number, atOnce: number): Promise<number> {
  const old = store
    .selectFrom("channel_operations")
    .select("seq")
    .where("state", "=", "failed")
    .where("transaction_hash", "is", null)
    .where("kind", "<>", "refund")
    .where("updated_ms", "<", beforeMs)
    .limit(atOnce)
  const { numDeletedRows } = await store
    .deleteFrom("channel_operations")
    .where("seq", "in", old)
    // It may have been queued again.
    .where("state", "=", "failed")
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The call of an operation that has ended. Kind, amount and transaction stay. */
async function forgetCalls(store: Store, beforeMs: number, atOnce: number): Promise<number> {
  const old = store
    .selectFrom("channel_operations")
    .select("seq")
    .where("state", "in", ["done", "failed"])
    .where("call", "<>", FORGOTTEN)
    .where("updated_ms", "<", beforeMs)
    .limit(atOnce)
  const { numUpdatedRows } = await store
    .updateTable("channel_operations")
    .set({ call: FORGOTTEN })
    .where("seq", "in", old)
    .where("state", "in", ["done", "failed"])
    .where("call", "<>", FORGOTTEN)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Channels that bought nothing, and whose deposits were not sent by this service. */
async function forgetChannels(store: Store, beforeMs: number, atOnce: number): Promise<number> {
  const isUnused = sql<boolean>`charged = '0' and refund_operation is null and updated_ms < ${beforeMs}
    and not exists (select 1 from channel_operations
      where channel_operations.channel_id = channels.id and state <> 'failed')`
  const old = store.selectFrom("channels").select("id").where(isUnused).limit(atOnce)
  const { numDeletedRows } = await store
    .deleteFrom("channels")
    .where("id", "in", old)
    // It may have been used since.
    .where("charged", "=", "0")
    .executeTakeFirst()
  return Number(numDeletedRows)
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
