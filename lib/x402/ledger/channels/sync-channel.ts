import { sql } from "kysely"
import type { ChannelRead } from "@/lib/x402/chain/channels/channel-chain"
import type { Store } from "@/lib/store/open-store"
import { type Channel, chargeId, claimTotalOf, publishedBy } from "./channel"
import { mirrorColumns, openRefunds, toChannel } from "./channel-row"

type Sync = { readonly id: `0x${string}`; readonly read: ChannelRead; readonly readAtMs: number }

/** Updates the mirror of one channel, in the caller's transaction. */
export async function syncChannel(tx: Store, { id, read, readAtMs }: Sync): Promise<void> {
  const channel = await findChannel(tx, id)
  if (channel === null) return
  const { charged } = channel
  // A ledger that was restored from a copy may have forgotten charges that were claimed.
  const isForgotten = read.totalClaimed > charged
  // The same ledger may have forgotten which vouchers are public.
  const isPublic = publishedBy(read.totalClaimed) > channel.published
  const lost = isForgotten ? 0n : smaller(channel.lost, uncovered({ charged, onChain: read }))
  const { numUpdatedRows } = await tx
    .updateTable("channels")
    .set({
      ...mirrorColumns(read, readAtMs),
      lost: lost.toString(),
      ...(isPublic && { published_total: publishedBy(read.totalClaimed).toString() }),
      ...(isForgotten && { charged: read.totalClaimed.toString(), voucher_total: null, voucher_signature: null }),
      ...unclaimedSince(channel, { read, lost, readAtMs }),
    })
    .where("id", "=", id)
    .where(isNewer({ blockNumber: Number(read.blockNumber), readAtMs }))
    .where("charged", "=", charged.toString())
    .$if(read.refundNonce < channel.onChain.refundNonce, (query) =>
      // Either the node is behind the newest refund, or the chain has dropped the block of the refund.
      query.where("block_number", "<=", Number(read.blockNumber)),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 1n && lost !== channel.lost) await markSales(tx, channel, lost)
}

/** Reads of one block that are this far apart were made by clocks that differ. */
const SAME_BLOCK_MS = 2_000
/** Three blocks of Base: no node in use is longer behind another one, so its lower block is that of a reorganisation. */
const LAG_MS = 6_000

/**
 * The block decides which state is newer, because clocks jump and those of processes differ. Within one block, and after a
 * reorganisation to a lower one, the clock decides, but a time in the future counts for nothing.
 */
function isNewer({ blockNumber, readAtMs }: { readonly blockNumber: number; readonly readAtMs: number }) {
  const [latest, last] = [readAtMs + SAME_BLOCK_MS, readAtMs - LAG_MS]
  return sql<boolean>`(block_number < ${blockNumber}
    or (block_number = ${blockNumber} and (synced_ms <= ${readAtMs} or synced_ms > ${latest}))
    or synced_ms < ${last} or synced_ms > ${readAtMs + LAG_MS})`
}

type Seen = { readonly read: ChannelRead; readonly lost: bigint; readonly readAtMs: number }

/**
 * Charges that are made while a claim is sent wait since the claim, and not since the charges that it covers. A claim whose
 * block was dropped, or a deposit that ends a loss, makes the channel wait again.
 */
function unclaimedSince(known: Channel, { read, lost, readAtMs }: Seen) {
  if (read.totalClaimed >= claimTotalOf(known.charged) - lost) return { unclaimed_since_ms: null }
  const isNew = read.totalClaimed > known.onChain.totalClaimed || known.unclaimedSinceMs === null
  return isNew ? { unclaimed_since_ms: readAtMs } : {}
}

/** Records what the mirror shows as lost, in the caller's transaction. Resolves with the lost amount. */
export async function recordLoss(tx: Store, id: `0x${string}`): Promise<bigint> {
  const channel = await findChannel(tx, id)
  if (channel === null) return 0n
  const lost = uncovered(channel)
  if (lost === channel.lost) return lost
  const isDone = channel.onChain.totalClaimed >= claimTotalOf(channel.charged) - lost
  const { numUpdatedRows } = await tx
    .updateTable("channels")
    .set({ lost: lost.toString(), ...(isDone && { unclaimed_since_ms: null }) })
    .where("id", "=", id)
    .where("charged", "=", channel.charged.toString())
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return channel.lost
  await markSales(tx, channel, lost)
  return lost
}

/** The charges that neither claims nor the balance of the channel cover. The one unit that is never claimed is not counted. */
export function uncovered({ charged, onChain }: Pick<Channel, "charged"> & { readonly onChain: Covering }): bigint {
  const covered = onChain.balance > onChain.totalClaimed ? onChain.balance : onChain.totalClaimed
  return claimTotalOf(charged) > covered ? charged - covered : 0n
}

type Covering = Pick<Channel["onChain"], "balance" | "totalClaimed">

/** Marks the newest sales, which are those that nothing covers. */
async function markSales(tx: Store, channel: Channel, lost: bigint): Promise<void> {
  const { charged, lost: before } = channel
  const covered = charged - lost
  const firstChanged = charged - (lost > before ? lost : before)
  let total = charged
  while (total > firstChanged) {
    const saleId = chargeId(channel, total)
    const sale = await tx.selectFrom("payments").select("amount").where("id", "=", saleId).executeTakeFirst()
    // A restored copy may lack sales.
    if (sale === undefined) return
    const amount = BigInt(sale.amount)
    const ofSale = total > covered ? smaller(amount, total - covered) : 0n
    await tx
      .updateTable("payments")
      .set({ lost: ofSale === 0n ? null : ofSale.toString() })
      .where("id", "=", saleId)
      .execute()
    total -= amount
  }
}

async function findChannel(tx: Store, id: `0x${string}`): Promise<Channel | null> {
  const row = await tx.selectFrom("channels").selectAll().select(openRefunds).where("id", "=", id).executeTakeFirst()
  return row === undefined ? null : toChannel(row)
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
