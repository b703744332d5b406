import { setImmediate as nextTurn } from "node:timers/promises"
import type { Store } from "@/lib/store/open-store"

/** Small enough to hold up no payment. */
const AT_ONCE = 500
/** Stands for the bytes of a transaction that its block has for good. */
const FORGOTTEN = "0x"

export type Forgotten = { readonly answers: number; readonly transactions: number }

/**
 * Forgets what takes room and is asked for no more: the answers of payments, and the bytes of transactions, that were
 * settled before a moment. What was sold, to whom, for how much and by which transaction stays in the books.
 *
 * The oldest go first, `atOnce` in a step. Payments are taken in between, and other processes may do the same at once.
 */
export async function forgetBefore(store: Store, beforeMs: number, atOnce = AT_ONCE): Promise<Forgotten> {
  return {
    answers: await untilNone(() => forgetAnswers(store, beforeMs, atOnce)),
    transactions: await untilNone(() => forgetTransactions(store, beforeMs, atOnce)),
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
    // Said again: another process may have been quicker.
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
