import { hex } from "@/lib/x402/ledger/hex"
import {
  deleteReplacedTransactions,
  durablyFenced,
  toTransaction,
  transactionColumns,
} from "@/lib/x402/ledger/sql-transactions"
import { durable } from "@/lib/store/durability"
import type { LeaseHolder } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import type { ChannelOperation, NewOperation } from "./channel"
import type { ChannelOutbox, RefundedChannel } from "./channel-ledger"
import { operationColumns, toOperation } from "./channel-row"
import { openDeposits, unsettledPayments } from "./sql-pending-spend"

/** `fence`: the lease of the process that sends. Without the lease, it can neither record nor end a transaction. */
export function sqlChannelOutbox(store: Store, fence: LeaseHolder | null): ChannelOutbox {
  async function findOperation(id: string): Promise<ChannelOperation | null> {
    const row = await store.selectFrom("channel_operations").selectAll().where("id", "=", id).executeTakeFirst()
    return row === undefined ? null : toOperation(row)
  }

  const fenced = <T>(write: (tx: Store) => Promise<T>): Promise<T> => durablyFenced(store, fence, write)

  return {
    async enqueue(operation, nowMs) {
      const columns = operationColumns(operation, nowMs)
      await durable(store, async (tx) => {
        await tx
          .insertInto("channel_operations")
          .values(columns)
          .onConflict((conflict) =>
            conflict.column("id").doUpdateSet(columns).where("channel_operations.state", "=", "failed"),
          )
          .execute()
        if (operation.kind === "claim") await publishVouchers(tx, operation.channelIds)
      })
      const row = await findOperation(operation.id)
      if (row === null) throw new Error(`The operation ${operation.id} was not written.`)
      return row
    },

    beginRefund: (operation, of, nowMs) => beginRefund(store, { ...of, operation, nowMs }),
    findOperation,

    async lastRefund(channelId) {
      const row = await store
        .selectFrom("channel_operations")
        .selectAll()
        .where("channel_id", "=", channelId)
        .where("kind", "=", "refund")
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? null : toOperation(row)
    },

    async queued(limit, isIsolated) {
      const rows = await store
        .selectFrom("channel_operations")
        .selectAll()
        .where("state", "=", "queued")
        .where("is_isolated", "=", isIsolated ? 1 : 0)
        .orderBy("seq")
        .limit(limit)
        .execute()
      return rows.map(toOperation)
    },

    async isolate(ids) {
      await store
        .updateTable("channel_operations")
        .set({ is_isolated: 1 })
        .where("id", "in", [...ids])
        .where("state", "=", "queued")
        .execute()
    },

    openDeposits: () => openDeposits(store),
    unsettledPayments: (of, nowMs) => unsettledPayments(store, of, nowMs),

    async countOpen(kind) {
      const { open } = await store
        .selectFrom("channel_operations")
        .select(({ fn }) => fn.countAll().as("open"))
        .where("state", "in", ["queued", "sent"])
        .where("kind", "=", kind)
        .executeTakeFirstOrThrow()
      return Number(open)
    },

    async markSent(transaction, operationIds, nowMs) {
      return fenced(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable("channel_operations")
          .set({ state: "sent", transaction_hash: transaction.hash, updated_ms: nowMs })
          .where("id", "in", [...operationIds])
          .where("state", "in", ["queued", "sent"])
          .executeTakeFirst()
        if (numUpdatedRows !== BigInt(operationIds.length)) throw new OperationEndedError()
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

    async operationsOf(hash) {
      const rows = await store
        .selectFrom("channel_operations")
        .selectAll()
        .where("transaction_hash", "=", hash)
        .where("state", "=", "sent")
        .orderBy("seq")
        .execute()
      return rows.map(toOperation)
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
        await endRefunds(
          tx,
          outcomes.filter(({ isRepeated }) => isRepeated !== true).map(({ id }) => id),
        )
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
        await endRefunds(tx, [id])
      })
    },

    async minedSince(sinceMs) {
      const rows = await store
        .selectFrom("channel_transactions")
        .selectAll()
        .where("state", "=", "mined")
        .where("mined_ms", ">=", sinceMs)
        .orderBy("nonce")
        .execute()
      return rows.flatMap((row) => {
        const { block_number: blockNumber, block_hash: blockHash } = row
        if (blockNumber === null || blockHash === null) return []
        return [{ ...toTransaction(row), blockNumber: BigInt(blockNumber), blockHash: hex(blockHash) }]
      })
    },

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

/** While a refund may be mined again, no voucher is charged against the money that it returns. */
async function stopCharges(tx: Store, hash: string): Promise<void> {
  const refunds = await tx
    .selectFrom("channel_operations")
    .select(["id", "channel_id"])
    .where("transaction_hash", "=", hash)
    .where("kind", "=", "refund")
    .execute()
  for (const { id, channel_id: channelId } of refunds) {
    await tx.updateTable("channels").set({ refund_operation: id }).where("id", "=", channelId).execute()
  }
}

/** Calldata is public as soon as a node has it, so the vouchers count as public before they are sent. */
async function publishVouchers(tx: Store, channelIds: readonly string[]): Promise<void> {
  if (channelIds.length === 0) return
  await tx
    .updateTable("channels")
    .set((row) => ({ published_total: row.ref("voucher_total") }))
    .where("id", "in", [...channelIds])
    .where("voucher_total", "is not", null)
    .execute()
}

type Refund = RefundedChannel & { readonly operation: NewOperation; readonly nowMs: number }

async function beginRefund(store: Store, { operation, charged, isClaimed, nowMs }: Refund): Promise<boolean> {
  const [channelId] = operation.channelIds
  if (channelId === undefined) throw new Error("A refund names its channel.")
  return durable(store, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("channels")
      .set({ refund_operation: operation.id, refund_charged: charged.toString(), updated_ms: nowMs })
      .where("id", "=", channelId)
      .where("charged", "=", charged.toString())
      .where("refund_operation", "is", null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    if (isClaimed) await publishVouchers(tx, [channelId])
    const columns = operationColumns(operation, nowMs)
    // The next refund of the channel reuses the nonce of a refund that failed on the chain.
    await tx
      .insertInto("channel_operations")
      .values(columns)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
      .execute()
    return true
  })
}

async function endRefunds(tx: Store, operationIds: readonly string[]): Promise<void> {
  if (operationIds.length === 0) return
  await tx
    .updateTable("channels")
    .set({ refund_operation: null })
    .where("refund_operation", "in", [...operationIds])
    .execute()
}

/** Rolls the transaction back; never leaves this file. */
class OperationEndedError extends Error {
  override readonly name = "OperationEndedError"
}
