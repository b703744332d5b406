import { type Selectable, sql } from "kysely"
import type { ChannelRead } from "@/lib/x402/chain/channels/channel-chain"
import { hex } from "@/lib/x402/ledger/hex"
import type { Tables } from "@/lib/store/tables"
import type { Channel, ChannelOperation, NewOperation } from "./channel"

/** The column of a channel's query for `Channel.openRefunds`. Nonces are the last part of an operation's id. */
export const openRefunds = sql<string>`(
  select cast(coalesce(sum(cast(signed_amount as bigint)), 0) as text) from channel_operations
  where channel_operations.channel_id = channels.id and kind = 'refund'
    and cast(substr(channel_operations.id, length('refund/' || channels.id || '/') + 1) as bigint)
      >= cast(channels.refund_nonce as bigint))`.as("open_refunds")

export function toChannel(row: Selectable<Tables["channels"]> & { readonly open_refunds: string }): Channel {
  const { voucher_total: total, voucher_signature: signature } = row
  const id = hex(row.id)
  return {
    id,
    network: row.network,
    config: {
      payer: hex(row.payer),
      payerAuthorizer: hex(row.payer_authorizer),
      receiver: hex(row.receiver),
      receiverAuthorizer: hex(row.receiver_authorizer),
      token: hex(row.token),
      withdrawDelayS: row.withdraw_delay_s,
      salt: hex(row.salt),
    },
    onChain: {
      balance: BigInt(row.balance),
      totalClaimed: BigInt(row.total_claimed),
      refundNonce: BigInt(row.refund_nonce),
      withdrawRequestedS: row.withdraw_requested_s,
    },
    syncedMs: row.synced_ms,
    charged: BigInt(row.charged),
    voucher:
      total === null || signature === null ? null : { channelId: id, total: BigInt(total), signature: hex(signature) },
    refundOperation: row.refund_operation,
    depositOperation: row.deposit_operation,
    published: BigInt(row.published_total ?? 0),
    refundCharged: BigInt(row.refund_charged ?? 0),
    refunds: row.refunds,
    openRefunds: BigInt(row.open_refunds),
    unclaimedSinceMs: row.unclaimed_since_ms,
    lost: BigInt(row.lost),
  }
}

export function mirrorColumns(read: ChannelRead, readAtMs: number) {
  return {
    balance: read.balance.toString(),
    total_claimed: read.totalClaimed.toString(),
    refund_nonce: read.refundNonce.toString(),
    withdraw_requested_s: read.withdrawRequestedS,
    block_number: Number(read.blockNumber),
    synced_ms: readAtMs,
  }
}

export function toOperation(row: Selectable<Tables["channel_operations"]>): ChannelOperation {
  return {
    id: row.id,
    kind: row.kind,
    channelIds: row.channel_ids === "" ? [] : row.channel_ids.split(" ").map(hex),
    amount: BigInt(row.amount),
    call: hex(row.call),
    gas: BigInt(row.gas),
    validUntilS: row.valid_until_s,
    isIsolated: row.is_isolated === 1,
    state: row.state,
    transaction: row.transaction_hash === null ? null : hex(row.transaction_hash),
    reason: row.reason,
    soldTotal: row.sold_total === null ? null : BigInt(row.sold_total),
  }
}

export function operationColumns(operation: NewOperation, nowMs: number) {
  const [first] = operation.channelIds
  return {
    id: operation.id,
    kind: operation.kind,
    channel_id: operation.kind === "claim" ? null : (first ?? null),
    channel_ids: operation.channelIds.join(" "),
    state: "queued" as const,
    amount: operation.amount.toString(),
    call: operation.call,
    gas: Number(operation.gas),
    valid_until_s: operation.validUntilS,
    is_isolated: operation.isIsolated ? 1 : 0,
    transaction_hash: null,
    reason: null,
    sold_total: null,
    created_ms: nowMs,
    updated_ms: nowMs,
  }
}
