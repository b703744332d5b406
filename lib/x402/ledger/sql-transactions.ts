import type { Selectable } from "kysely"
import { durable, relaxed } from "@/lib/store/durability"
import { type LeaseHolder, requireLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import type { Tables } from "@/lib/store/tables"
import { hex } from "./hex"
import type { Ledger, SettlementTransaction } from "./ledger"
import type { PaymentToSettle } from "./payment"
import { termsColumns } from "./payment-row"

type Steps = Pick<
  Ledger,
  "markSent" | "markMined" | "markDropped" | "reopen" | "pendingTransactions" | "strandedTransactions" | "minedSince"
>

/** The part of the ledger for transactions. */
export function sqlTransactions(store: Store, fence: LeaseHolder | null): Steps {
  return {
    markSent: (transaction, payments, nowMs) => markSent(store, fence, { transaction, payments, nowMs }),

    async markMined({ hash, blockNumber, blockHash, gasUsed, feeWei }, nowMs) {
      const block = { block_number: Number(blockNumber), block_hash: blockHash }
      const gas = { gas_used: gasUsed?.toString() ?? null, fee_wei: feeWei?.toString() ?? null }
      const columns = { state: "mined" as const, mined_ms: nowMs, ...gas, ...block }
      await relaxed(store, async (db) => {
        // The others are dropped first: a process that stops after this step follows the mined transaction and drops
        // the others again.
        await deleteReplacedTransactions(db, "settlement_transactions", hash)
        await db.updateTable("settlement_transactions").set(columns).where("hash", "=", hash).execute()
      })
    },

    async markDropped(hash) {
      await fenced(store, fence, async (db) => {
        await deleteReplacedTransactions(db, "settlement_transactions", hash)
        await db.updateTable("settlement_transactions").set({ state: "dropped" }).where("hash", "=", hash).execute()
      })
    },

    async reopen(hash, ids, nowMs) {
      await store.transaction().execute(async (tx) => {
        if (fence !== null) await requireLease(tx, fence)
        await tx
          .updateTable("settlement_transactions")
          .set({ state: "sent", mined_ms: null, block_number: null, block_hash: null })
          .where("hash", "=", hash)
          .execute()
        if (ids.length === 0) return
        await tx
          .updateTable("payments")
          .set({ state: "sent", block_number: null, settled_ms: null, updated_ms: nowMs })
          .where("id", "in", [...ids])
          .where("transaction_hash", "=", hash)
          .where("state", "=", "settled")
          .execute()
      })
    },

    async pendingTransactions(signer) {
      return (await pending(store).where("signer", "=", signer.toLowerCase()).execute()).map(toSettlement)
    },

    async strandedTransactions(signers) {
      const known = signers.map((signer) => signer.toLowerCase())
      const rows = await pending(store).where("signer", "not in", known).orderBy("signer").execute()
      return rows.map(toSettlement)
    },

    async minedSince(sinceMs, limit) {
      const rows = await store
        .selectFrom("settlement_transactions")
        .selectAll()
        .where("state", "=", "mined")
        .where("mined_ms", ">=", sinceMs)
        .orderBy("mined_ms", "desc")
        .limit(limit)
        .execute()
      return rows.flatMap((row) => {
        const { block_number: blockNumber, block_hash: blockHash } = row
        if (blockNumber === null || blockHash === null || row.mined_ms === null) return []
        const block = { blockNumber: BigInt(blockNumber), blockHash: hex(blockHash), minedMs: row.mined_ms }
        return [{ ...toSettlement(row), ...block }]
      })
    },
  }
}

function pending(store: Store) {
  const all = store.selectFrom("settlement_transactions").selectAll()
  return all.where("state", "=", "sent").orderBy("nonce").orderBy("created_ms")
}

type Sending = {
  readonly transaction: SettlementTransaction
  readonly payments: readonly PaymentToSettle[]
  readonly nowMs: number
}

/** All or nothing: a transaction must never be broadcast when one of its proofs was released by its claimant. */
async function markSent(
  store: Store,
  fence: LeaseHolder | null,
  { transaction, payments, nowMs }: Sending,
): Promise<boolean> {
  try {
    await durablyFenced(store, fence, async (tx) => {
      if (payments.length > 0) await movePayments(tx, transaction.hash, payments, nowMs)
      await addTransaction(tx, transactionRow(transaction, payments.length, nowMs))
    })
    return true
  } catch (error) {
    if (error instanceof ClaimWithdrawnError) return false
    throw error
  }
}

async function movePayments(
  tx: Store,
  hash: string,
  payments: readonly PaymentToSettle[],
  nowMs: number,
): Promise<void> {
  const moved = await tx
    .updateTable("payments")
    .set({ state: "sent", transaction_hash: hash, updated_ms: nowMs })
    .where((row) => row.or(payments.map(({ id, authorization }) => row.and({ id, ...termsColumns(authorization) }))))
    .where("state", "in", ["answered", "sent"])
    .executeTakeFirst()
  if (moved.numUpdatedRows !== BigInt(payments.length)) throw new ClaimWithdrawnError()
}

/**
 * A transaction that no node accepted may be signed again with the same nonce and fees: it is then the same
 * transaction.
 */
async function addTransaction(tx: Store, row: ReturnType<typeof transactionRow>): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("settlement_transactions")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("hash").doUpdateSet(row).where("settlement_transactions.state", "=", "dropped"),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new Error(`Transaction ${row.hash} is on its way already.`)
}

function transactionRow(transaction: SettlementTransaction, paymentCount: number, nowMs: number) {
  const { head, link } = transaction.anchor ?? { head: null, link: null }
  const own = { payment_count: paymentCount, anchored_head: head, anchored_link: link, anchored_ms: null }
  return { ...transactionColumns(transaction, nowMs), ...own }
}

/** Rolls the transaction back; never leaves this file. */
class ClaimWithdrawnError extends Error {
  override readonly name = "ClaimWithdrawnError"
}

/** The tables of recorded transactions: payments and sessions have settlement accounts of their own. */
type TransactionTable = "settlement_transactions" | "channel_transactions"

type TransactionRow = Pick<
  Selectable<Tables[TransactionTable]>,
  "hash" | "signer" | "nonce" | "raw" | "max_fee_per_gas"
>

/** The columns that both tables have, for a transaction that is about to be broadcast. */
export function transactionColumns(transaction: SettlementTransaction, nowMs: number) {
  return {
    hash: transaction.hash,
    signer: transaction.signer.toLowerCase(),
    nonce: transaction.nonce,
    raw: transaction.raw,
    state: "sent" as const,
    max_fee_per_gas: transaction.maxFeePerGas.toString(),
    gas_used: null,
    created_ms: nowMs,
    mined_ms: null,
    block_number: null,
    block_hash: null,
  }
}

export function toTransaction(row: TransactionRow): SettlementTransaction {
  return {
    hash: hex(row.hash),
    signer: hex(row.signer),
    nonce: row.nonce,
    raw: hex(row.raw),
    maxFeePerGas: BigInt(row.max_fee_per_gas),
  }
}

function toSettlement(row: Selectable<Tables["settlement_transactions"]>): SettlementTransaction {
  const { anchored_head: head, anchored_link: link } = row
  return { ...toTransaction(row), ...(head !== null && link !== null && { anchor: { head, link } }) }
}

/** Drops the other transactions with the nonce of this one: a block takes at most one of them. */
export async function deleteReplacedTransactions(tx: Store, table: TransactionTable, hash: string): Promise<void> {
  const self = await tx.selectFrom(table).select(["signer", "nonce"]).where("hash", "=", hash).executeTakeFirst()
  if (self === undefined) return
  await tx
    .updateTable(table)
    .set({ state: "dropped" })
    .where("signer", "=", self.signer)
    .where("nonce", "=", self.nonce)
    .where("hash", "<>", hash)
    .where("state", "=", "sent")
    .execute()
}

/** Writes only while the lease is held, and in one step with that. */
export function fenced<T>(store: Store, fence: LeaseHolder | null, write: (store: Store) => Promise<T>): Promise<T> {
  if (fence === null) return write(store)
  return store.transaction().execute(async (tx) => {
    await requireLease(tx, fence)
    return write(tx)
  })
}

/** The same, on disk when it resolves. */
export function durablyFenced<T>(
  store: Store,
  fence: LeaseHolder | null,
  write: (store: Store) => Promise<T>,
): Promise<T> {
  return durable(store, async (tx) => {
    if (fence !== null) await requireLease(tx, fence)
    return write(tx)
  })
}
