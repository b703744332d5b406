import { randomUUID } from "node:crypto"
import { sql } from "kysely"
import { relaxed } from "@/lib/store/durability"
import type { LeaseHolder } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { fenced } from "./fenced"
import { type Ahead, type Claim, CLAIM_MS, type Ledger } from "./ledger"
import { type Payment, paymentId, type Purchase } from "./payment"
import { answerColumns, type PaymentRow, toPayment } from "./payment-row"
import { proofColumns } from "./proof-columns"
import { sqlTransactions } from "./sql-transactions"

/**
 * The ledger on any SQL store that kysely speaks. Atomicity comes from single statements and short transactions.
 *
 * Power may fail at any moment: what allows or forbids a broadcast is on the disk before it counts. The rest is relaxed:
 * a claim and its answer are worth nothing until `markSent` carries them to the disk, and what a block holds is asked of
 * the chain again after a restart.
 *
 * `fence`: of several processes the one that settles. Once it has lost its lease it can neither record a transaction nor
 * give one up; those steps then reject with `LeaseLostError`, and nothing is written.
 */
export function createSqlLedger(store: Store, fence: LeaseHolder | null = null): Ledger {
  return {
    find: (id) => find(store, id),
    claim: (purchase, nowMs) => relaxed(store, (db) => claim(db, purchase, nowMs)),

    ahead: (id, nowMs) => ahead(store, id, nowMs),

    async saveAnswer(id, owner, answer, nowMs) {
      const columns = await answerColumns(answer)
      const result = await relaxed(store, (db) =>
        db
          .updateTable("payments")
          .set({ state: "answered", ...columns, answered_ms: nowMs, updated_ms: nowMs })
          .where("id", "=", id)
          .where("claim_owner", "=", owner)
          .where("state", "=", "claimed")
          .executeTakeFirst(),
      )
      return result.numUpdatedRows === 1n
    },

    async release(id, owner, reason, nowMs) {
      const result = await store
        .updateTable("payments")
        .set({ state: "released", reason, answer_body: null, answer_etag: null, updated_ms: nowMs })
        .where("id", "=", id)
        .where("claim_owner", "=", owner)
        .where("state", "in", ["claimed", "answered"])
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    ...sqlTransactions(store, fence),

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
        .set({ state: "released", reason: "abandoned", answer_body: null, answer_etag: null, updated_ms: nowMs })
        .where("state", "in", ["claimed", "answered"])
        .where("claimed_until_ms", "<", claimedBeforeMs)
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

async function find(store: Store, id: string): Promise<Payment | null> {
  const row = await store.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirst()
  return row === undefined ? null : toPayment(row)
}

/**
 * Two statements: an insert that the unique id lets through once, and an update that takes over a row whose proof is
 * unspent (released, refused, or claimed by a process that is gone). Whoever changes a row owns it.
 */
async function claim(store: Store, purchase: Purchase, nowMs: number): Promise<Claim> {
  const id = paymentId(purchase)
  const owner = randomUUID()
  const fresh = {
    // All of the proof: the payer may have signed the same nonce again with other terms.
    ...proofColumns(purchase),
    state: "claimed" as const,
    endpoint: purchase.endpoint,
    resource: purchase.resource,
    claim_owner: owner,
    claimed_until_ms: nowMs + CLAIM_MS,
    queued_ms: null,
    reason: null,
    transaction_hash: null,
    answer_body: null,
    answer_etag: null,
    answered_ms: null,
    updated_ms: nowMs,
  }
  const inserted = await store
    .insertInto("payments")
    .values({ id, ...fresh, created_ms: nowMs })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return { kind: "claimed", owner }

  const taken = await store
    .updateTable("payments")
    .set(fresh)
    .where("id", "=", id)
    .where((row) =>
      row.or([
        row("state", "in", ["released", "refused"]),
        row.and([
          row("state", "in", ["claimed", "answered"]),
          row("claimed_until_ms", "<", nowMs),
          row("resource", "=", purchase.resource),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (taken.numUpdatedRows === 1n) return { kind: "claimed", owner }

  const payment = await find(store, id)
  // The row that refused the insert may be forgotten by now.
  if (payment === null) return claim(store, purchase, nowMs)
  if (payment.resource !== purchase.resource) return { kind: "other_resource", payment }
  return { kind: payment.state === "settled" ? "settled" : "busy", payment }
}

/**
 * Few rows, however many payments: there are few prices. Added up here, for SQLite would round large sums. Written out, so
 * that the index of open payments serves, and nothing is built anew for every payment.
 */
async function ahead(store: Store, id: string, nowMs: number): Promise<Ahead> {
  const { rows } = await sql<{ state: PaymentRow["state"]; amount: string; payments: number }>`
    select other.state, other.amount, count(*) as payments
    from payments as own
    join payments as other on other.payer = own.payer and other.asset = own.asset and other.network = own.network
    where own.id = ${id} and (other.method <> own.method or other.nonce <> own.nonce)
      and other.state in ('claimed', 'answered', 'sent')
      and (other.state = 'sent' or other.claimed_until_ms >= ${nowMs})
      and (other.state <> 'claimed' or (other.claimed_until_ms, other.seq) < (own.claimed_until_ms, own.seq))
    group by other.state, other.amount`.execute(store)
  const sum = { unsent: 0n, sent: 0n }
  for (const { state, amount, payments } of rows) {
    sum[state === "sent" ? "sent" : "unsent"] += BigInt(amount) * BigInt(payments)
  }
  return sum
}
