import { usdc } from "@/lib/domain/usdc"
import { hex } from "@/lib/x402/ledger/hex"
import { answerColumns } from "@/lib/x402/ledger/payment-row"
import { durable } from "@/lib/store/durability"
import type { Store } from "@/lib/store/open-store"
import { type Charge, coveredTotal, type NewOperation } from "./channel"
import type { FinishedOperation } from "./channel-ledger"
import { openRefunds, operationColumns, toChannel } from "./channel-row"
import { queueOperation } from "./queue-operation"
import { insertSales } from "./voucher-sales"

/*
 * A deposit costs gas, and buys an answer. The answer is on record before the deposit is sent, and is charged in the step that
 * ends the deposit: so no payer has deposits sent and takes the money back without a purchase.
 */

/** False, and nothing written, when the channel is busy. */
export async function beginDeposit(store: Store, operation: NewOperation, sale: Charge): Promise<boolean> {
  const { channel, voucher, price, resource, endpoint, answer, nowMs } = sale
  const answered = await answerColumns(answer)
  return durable(store, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("channels")
      .set({ deposit_operation: operation.id, updated_ms: nowMs })
      .where("id", "=", channel.id)
      .where("charged", "=", (voucher.total - price).toString())
      .where("refund_operation", "is", null)
      .where((row) => row.or([row("deposit_operation", "is", null), row("deposit_operation", "=", operation.id)]))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await queueOperation(tx, { ...operationColumns(operation, nowMs), sold_total: voucher.total.toString() })
    const { state } = await tx
      .selectFrom("channel_operations")
      .select("state")
      .where("id", "=", operation.id)
      .executeTakeFirstOrThrow()
    if (state === "done") throw new DepositEndedError()
    await tx
      .insertInto("deposit_sales")
      .values({
        operation_id: operation.id,
        voucher_total: voucher.total.toString(),
        voucher_signature: voucher.signature,
        price: price.toString(),
        resource,
        endpoint,
        ...answered,
      })
      .onConflict((conflict) => conflict.column("operation_id").doNothing())
      .execute()
    return true
  }).catch((error: unknown) => {
    if (error instanceof DepositEndedError) return false
    throw error
  })
}

/** Rolls the transaction back; never leaves this file. */
class DepositEndedError extends Error {
  override readonly name = "DepositEndedError"
}

type End = { readonly blockNumber: number; readonly nowMs: number }

/**
 * Charges the answers of deposits that are in a block, in the caller's transaction; forgets those of deposits that failed. A deposit
 * whose answer is not charged has sold nothing, so its header fetches nothing that another voucher of its total buys later.
 */
export async function endDeposits(tx: Store, ended: readonly Ended[], end: End): Promise<void> {
  for (const one of ended) {
    if (await endDeposit(tx, one, end)) continue
    await tx.updateTable("channel_operations").set({ sold_total: null }).where("id", "=", one.id).execute()
  }
}

type Ended = Pick<FinishedOperation, "id" | "isDone" | "amount">

/** False when the answer of the deposit is given up. One that ends again after a reorganisation has kept what it sold. */
async function endDeposit(tx: Store, { id, isDone, amount }: Ended, end: End): Promise<boolean> {
  const free = { deposit_operation: null }
  // Before the channel is read, because this locks its row.
  await tx.updateTable("channels").set(free).where("deposit_operation", "=", id).execute()
  const sale = await tx.deleteFrom("deposit_sales").where("operation_id", "=", id).returningAll().executeTakeFirst()
  if (sale === undefined) return true
  if (!isDone) return false
  const row = await tx
    .selectFrom("channels")
    .innerJoin("channel_operations", "channel_operations.channel_id", "channels.id")
    .where("channel_operations.id", "=", id)
    .selectAll("channels")
    .select(openRefunds)
    .executeTakeFirst()
  if (row === undefined) return false
  const channel = toChannel(row)
  const [total, price] = [BigInt(sale.voucher_total), usdc(BigInt(sale.price))]
  // A node that lags behind does not show the deposit yet.
  const covered = coveredTotal(channel) + (row.block_number < end.blockNumber ? amount : 0n)
  // The payer has withdrawn, or a restored copy of the ledger has forgotten the deposit.
  if (channel.charged !== total - price || total > covered) return false
  const signature = hex(sale.voucher_signature)
  await tx
    .updateTable("channels")
    .set({
      charged: total.toString(),
      voucher_total: total.toString(),
      voucher_signature: signature,
      unclaimed_since_ms: channel.unclaimedSinceMs ?? end.nowMs,
      updated_ms: end.nowMs,
    })
    .where("id", "=", channel.id)
    .execute()
  const { resource, endpoint, answer_body, answer_etag } = sale
  const voucher = { channelId: channel.id, total, signature }
  await insertSales(tx, [{ channel, voucher, price, resource, endpoint, answer_body, answer_etag, nowMs: end.nowMs }])
  return true
}
