import type { ChannelConfig, ChannelOnChain, Voucher } from "@/lib/x402/chain/channels/channel-config"
import type { Usdc } from "@/lib/domain/usdc"
import type { Answer } from "@/lib/x402/ledger/payment"

/** A channel as the ledger has it. */
export type Channel = {
  readonly id: `0x${string}`
  readonly network: string
  readonly config: ChannelConfig
  /** The state on the chain at `syncedMs`. */
  readonly onChain: ChannelOnChain
  readonly syncedMs: number
  /** Sum of all charges. */
  readonly charged: bigint
  /** The newest voucher, for `charged`; `null` before the first charge. */
  readonly voucher: Voucher | null
  /** The pending refund, during which nothing is charged. */
  readonly refundOperation: string | null
  /** The pending deposit. Until it ends, the next charge is that of its answer. */
  readonly depositOperation: string | null
  /** The highest total of a voucher that a transaction of this service has made public; 0 when none has. */
  readonly published: bigint
  /** What was charged when the last refund began; 0 when there was none. */
  readonly refundCharged: bigint
  /** Refunds that were begun or sent again. A voucher is charged only while none has begun since the channel was read. */
  readonly refunds: number
  /**
   * What signed refunds can still take, in atomic units: the sum of those whose nonces the chain has not spent. Nodes see a
   * signature before its transaction is sent, and then anybody can send it, however old it is.
   */
  readonly openRefunds: bigint
  /** Since when vouchers wait to be claimed; `null`: all are claimed or lost. */
  readonly unclaimedSinceMs: number | null
  /** Charges that cannot be claimed, because the payer withdrew their money. Part of `charged`. */
  readonly lost: bigint
}

/**
 * The total that a claim names for these charges. One atomic unit of each channel stays unclaimed: so the total on the chain is
 * one that no published voucher names, and a voucher of this total proves the key (`key-proof.ts`).
 */
export function claimTotalOf(charged: bigint): bigint {
  return charged > 0n ? charged - 1n : 0n
}

/** The highest total of a published voucher when only the total on the chain is known. */
export function publishedBy(totalClaimed: bigint): bigint {
  return totalClaimed === 0n ? 0n : totalClaimed + 1n
}

/** The total up to which the channel is certain to pay: its balance less the refunds that anybody can send. */
export function coveredTotal({ onChain, openRefunds }: Pick<Channel, "onChain" | "openRefunds">): bigint {
  return onChain.balance - openRefunds
}

/** A sale by voucher: the charge and the answer, which are written together. */
export type Charge = {
  readonly channel: Pick<Channel, "id" | "network" | "config" | "refunds">
  readonly voucher: Voucher
  readonly price: Usdc
  readonly resource: string
  readonly endpoint: string
  readonly answer: Answer
  readonly nowMs: number
}

/** The id of a charge among the payments: one total of a channel is charged once. */
export function chargeId({ network, id }: Pick<Channel, "network" | "id">, total: bigint): string {
  return `${network}/${id}/${total}`
}

export type OperationKind = "deposit" | "refund" | "claim"

/**
 * A call of the settlement contract that this service sends:
 *
 *     queued ─▶ sent ─▶ done
 *        │        └───▶ failed   reverted; nothing moved
 *        └────────────▶ failed   never sent
 */
export type ChannelOperation = {
  readonly id: string
  readonly kind: OperationKind
  /** Several for a claim. */
  readonly channelIds: readonly `0x${string}`[]
  readonly amount: bigint
  readonly call: `0x${string}`
  readonly gas: bigint
  readonly validUntilS: number | null
  readonly isIsolated: boolean
  readonly state: "queued" | "sent" | "done" | "failed"
  readonly transaction: `0x${string}` | null
  readonly reason: string | null
  /** The total of the voucher that pays for the answer of a deposit; `null`: the operation sells nothing. */
  readonly soldTotal: bigint | null
}

export type NewOperation = Omit<ChannelOperation, "state" | "transaction" | "reason" | "soldTotal">

export function depositOperationId(channelId: `0x${string}`, salt: `0x${string}`): string {
  return `deposit/${channelId}/${salt}`
}

export function refundOperationId(channelId: `0x${string}`, nonce: bigint): string {
  return `refund/${channelId}/${nonce}`
}

/** The nonce of a refund by its id. */
export function refundNonceOf(operationId: string): bigint {
  return BigInt(operationId.slice(operationId.lastIndexOf("/") + 1))
}
