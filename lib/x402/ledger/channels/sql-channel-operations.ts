import { sql } from "kysely"
import { durable } from "@/lib/store/durability"
import type { Store } from "@/lib/store/open-store"
import type { ChannelOperation, NewOperation } from "./channel"
import type { ChannelOperations, RefundedChannel } from "./channel-ledger"
import { operationColumns, toOperation } from "./channel-row"
import { beginDeposit } from "./deposit-sales"
import { queueOperation } from "./queue-operation"
import { openDeposits, unsettledPayments } from "./sql-pending-spend"

/** The queue of deposits, claims and refunds. */
export function sqlChannelOperations(store: Store): ChannelOperations {
  async function findOperation(id: string): Promise<ChannelOperation | null> {
    const row = await store.selectFrom("channel_operations").selectAll().where("id", "=", id).executeTakeFirst()
    return row === undefined ? null : toOperation(row)
  }

  return {
    async enqueue(operation, nowMs) {
      await durable(store, async (tx) => {
        await queueOperation(tx, operationColumns(operation, nowMs))
        if (operation.kind === "claim") await publishVouchers(tx, operation.channelIds)
      })
      const row = await findOperation(operation.id)
      if (row === null) throw new Error(`The operation ${operation.id} was not written.`)
      return row
    },

    async beginDeposit(operation, sale) {
      return (await beginDeposit(store, operation, sale)) ? findOperation(operation.id) : null
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
      .set((row) => ({
        refund_operation: operation.id,
        refund_charged: charged.toString(),
        refunds: row("refunds", "+", 1),
        updated_ms: nowMs,
      }))
      .where("id", "=", channelId)
      .where("charged", "=", charged.toString())
      .where("refund_operation", "is", null)
      .where("deposit_operation", "is", null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    if (isClaimed) await publishVouchers(tx, [channelId])
    const columns = { ...operationColumns(operation, nowMs), signed_amount: operation.amount.toString() }
    const signed = sql<string>`case when cast(channel_operations.signed_amount as bigint) > cast(excluded.signed_amount as bigint)
      then channel_operations.signed_amount else excluded.signed_amount end`
    // The next refund of the channel reuses the nonce of a refund that failed. One that is done has spent its nonce.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("channel_operations")
      .values(columns)
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet({ ...columns, signed_amount: signed })
          .where("channel_operations.state", "=", "failed"),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new SpentNonceError()
    return true
  }).catch((error: unknown) => {
    if (error instanceof SpentNonceError) return false
    throw error
  })
}

/** Rolls the transaction back; never leaves this file. */
class SpentNonceError extends Error {
  override readonly name = "SpentNonceError"
}
