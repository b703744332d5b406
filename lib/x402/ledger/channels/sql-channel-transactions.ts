import { type Selectable, sql } from "kysely"
import { hex } from "@/lib/x402/ledger/hex"
import {
  deleteReplacedTransactions,
  durablyFenced,
  toTransaction,
  transactionColumns,
} from "@/lib/x402/ledger/sql-transactions"
import type { LeaseHolder } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import type { Tables } from "@/lib/store/tables"
import { refundNonceOf } from "./channel"
import { endDeposits } from "./deposit-sales"
import type { ChannelTransactions, FinishedOperation, MinedChannelRecord } from "./channel-ledger"

/** More than a chain drops at once. */
const MAX_RECORDS = 1_000

/** `fence`: the lease of the process that sends. Without the lease, it can neither record nor end a transaction. */
export function sqlChannelTransactions(store: Store, fence: LeaseHolder | null): ChannelTransactions {
  const fenced = <T>(write: (tx: Store) => Promise<T>): Promise<T> => durablyFenced(store, fence, write)

  return {
    async markSent(transaction, operationIds, nowMs) {
      return fenced(async (tx) => {
        if (operationIds.length > 0) await markOperationsSent(tx, transaction.hash, { operationIds, nowMs })
        const row = transactionColumns(transaction, nowMs)
        // The same calls with the same nonce and fees are the same transaction.
        await tx
          .insertInto("channel_transactions")
          .values(row)
          .onConflict((conflict) => conflict.column("hash").doUpdateSet({ state: "sent" }))
          .execute()
        return true
      }).catch((error: unknown) => {
        if (error instanceof OperationEndedError) return false
        throw error
      })
    },

    async pendingTransactions(signer) {
      const rows = await store
        .selectFrom("channel_transactions")
        .selectAll()
        .where("signer", "=", signer.toLowerCase())
        .where("state", "=", "sent")
        .orderBy("nonce")
        .orderBy("created_ms")
        .execute()
      return rows.map(toTransaction)
    },

    async finish({ hash, blockNumber, blockHash, gasUsed, feeWei }, outcomes, nowMs) {
      await fenced(async (tx) => {
        await tx
          .updateTable("channel_transactions")
          .set({
            state: "mined",
            mined_ms: nowMs,
            block_number: Number(blockNumber),
            block_hash: blockHash,
            gas_used: gasUsed?.toString() ?? null,
            fee_wei: feeWei?.toString() ?? null,
          })
          .where("hash", "=", hash)
          .execute()
        await deleteReplacedTransactions(tx, "channel_transactions", hash)
        await endOperations(tx, { hash, outcomes, nowMs })
        const ended = outcomes.filter(({ isRepeated }) => isRepeated !== true)
        await endRefunds(tx, ended, Number(blockNumber))
        await endDeposits(tx, ended, { blockNumber: Number(blockNumber), nowMs })
      })
    },

    async requeue(hash, nowMs) {
      await fenced(async (tx) => {
        await deleteReplacedTransactions(tx, "channel_transactions", hash)
        await tx.updateTable("channel_transactions").set({ state: "dropped" }).where("hash", "=", hash).execute()
        await tx
          .updateTable("channel_operations")
          .set({ state: "queued", transaction_hash: null, updated_ms: nowMs })
          .where("transaction_hash", "=", hash)
          .where("state", "=", "sent")
          .execute()
      })
    },

    async abandon(id, reason, nowMs) {
      await fenced(async (tx) => {
        await tx
          .updateTable("channel_operations")
          .set({ state: "failed", reason, updated_ms: nowMs })
          .where("id", "=", id)
          .where("state", "=", "queued")
          .execute()
        await endRefunds(tx, [{ id, isDone: false }], 0)
        await endDeposits(tx, [{ id, isDone: false, amount: 0n }], { blockNumber: 0, nowMs })
      })
    },

    minedSince: async (sinceMs) => records(await mined(store).where("mined_ms", ">=", sinceMs).execute()),

    minedFrom: async ({ signer, nonce }) =>
      records(await mined(store).where("signer", "=", signer.toLowerCase()).where("nonce", ">=", nonce).execute()),

    async reopen(hash, nowMs) {
      await fenced(async (tx) => {
        await tx
          .updateTable("channel_transactions")
          .set({ state: "sent", mined_ms: null, block_number: null, block_hash: null })
          .where("hash", "=", hash)
          .execute()
        await tx
          .updateTable("channel_operations")
          .set({ state: "sent", reason: null, updated_ms: nowMs })
          .where("transaction_hash", "=", hash)
          .where("state", "in", ["done", "failed"])
          .execute()
        await stopCharges(tx, hash)
      })
    },
  }
}

function mined(store: Store) {
  return store
    .selectFrom("channel_transactions")
    .selectAll()
    .where("state", "=", "mined")
    .orderBy("nonce")
    .limit(MAX_RECORDS)
}

function records(rows: readonly Selectable<Tables["channel_transactions"]>[]): readonly MinedChannelRecord[] {
  return rows.flatMap((row) => {
    const { block_number: blockNumber, block_hash: blockHash } = row
    if (blockNumber === null || blockHash === null) return []
    return [{ ...toTransaction(row), blockNumber: BigInt(blockNumber), blockHash: hex(blockHash) }]
  })
}

type Sent = { readonly operationIds: readonly string[]; readonly nowMs: number }

async function markOperationsSent(tx: Store, hash: string, { operationIds, nowMs }: Sent): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("channel_operations")
    .set({ state: "sent", transaction_hash: hash, updated_ms: nowMs })
    .where("id", "in", [...operationIds])
    .where("state", "in", ["queued", "sent"])
    .executeTakeFirst()
  if (numUpdatedRows !== BigInt(operationIds.length)) throw new OperationEndedError()
}

type Ended = {
  readonly hash: string
  readonly outcomes: readonly FinishedOperation[]
  readonly nowMs: number
}

async function endOperations(tx: Store, { hash, outcomes, nowMs }: Ended): Promise<void> {
  for (const { id, isDone, isRepeated = false, reason, amount } of outcomes) {
    const ended = { state: isDone ? ("done" as const) : ("failed" as const), reason, transaction_hash: hash }
    const again = { state: "queued" as const, transaction_hash: null }
    await tx
      .updateTable("channel_operations")
      .set({ ...(isRepeated ? again : ended), amount: amount.toString(), updated_ms: nowMs })
      .where("id", "=", id)
      .where("state", "=", "sent")
      .execute()
  }
}

/** While a refund may be mined again, no voucher is charged against the money that it returns. */
async function stopCharges(tx: Store, hash: string): Promise<void> {
  const refunds = await tx
    .selectFrom("channel_operations")
    .select("channel_id")
    .where("transaction_hash", "=", hash)
    .where("kind", "=", "refund")
    .execute()
  for (const { channel_id: channelId } of refunds) {
    await tx
      .updateTable("channels")
      .set((row) => ({ refund_operation: oldestOpenRefund, refunds: row("refunds", "+", 1) }))
      .where("id", "=", channelId)
      .execute()
  }
}

/** After a reorganisation a channel can have several: a later one waits for those before it. */
const oldestOpenRefund = sql<string | null>`(select channel_operations.id from channel_operations
  where channel_operations.channel_id = channels.id and kind = 'refund' and state in ('queued', 'sent')
  order by seq limit 1)`

/**
 * The mirror may be older than the refund, so the next sale reads the chain, and a node that has not reached the block of the
 * refund is not believed.
 */
async function endRefunds(
  tx: Store,
  ended: readonly Pick<FinishedOperation, "id" | "isDone">[],
  blockNumber: number,
): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const refunds = await tx
    .selectFrom("channel_operations")
    .select(["id", "channel_id"])
    .where("id", "in", ids)
    .where("kind", "=", "refund")
    .execute()
  for (const { id, channel_id: channelId } of refunds) {
    const isDone = ended.some((one) => one.id === id && one.isDone)
    await tx
      .updateTable("channels")
      .set({
        refund_operation: oldestOpenRefund,
        synced_ms: 0,
        ...(isDone && { refund_nonce: (refundNonceOf(id) + 1n).toString(), block_number: blockNumber }),
      })
      .where("id", "=", channelId)
      .execute()
  }
}

/** Rolls the transaction back; never leaves this file. */
class OperationEndedError extends Error {
  override readonly name = "OperationEndedError"
}
