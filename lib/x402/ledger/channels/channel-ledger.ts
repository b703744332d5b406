import type { ChannelRead } from "@/lib/x402/chain/channels/channel-chain"
import type { MinedTransaction, PendingSpend, SettlementTransaction } from "@/lib/x402/ledger/ledger"
import type { Channel, ChannelOperation, Charge, NewOperation } from "./channel"

/** A transaction of ours, and the block in which it was seen. */
export type MinedChannelRecord = SettlementTransaction & {
  readonly blockNumber: bigint
  readonly blockHash: `0x${string}`
}

/** A transaction of ours in its block. */
export type MinedChannelTransaction = MinedTransaction & { readonly blockHash: `0x${string}` }

export type AccountNonce = Pick<SettlementTransaction, "signer" | "nonce">

export type OpenDeposit = Pick<ChannelOperation, "id" | "amount" | "isIsolated" | "state"> & {
  readonly network: string
  readonly token: string
  readonly payer: string
}

export type FinishedOperation = {
  readonly id: string
  readonly isDone: boolean
  /** It failed together with others, and is sent once more. */
  readonly isRepeated?: boolean
  readonly reason: string | null
  /** The moved amount, when it differs from the requested amount. */
  readonly amount: bigint
}

export type UnclaimedFilter = {
  /** Signs the claims. Channels of another authorizer cannot be claimed. */
  readonly authorizer: `0x${string}`
  /** Channels that are left out. */
  readonly except: readonly `0x${string}`[]
}

/** Charges that are neither claimed nor lost. */
export type Exposure = {
  /** In atomic units. */
  readonly unclaimed: bigint
  readonly channels: number
  readonly oldestMs: number | null
  /** The earliest end of a pending withdrawal, in seconds. */
  readonly withdrawalEndsS: number | null
  /** Since when the authorizer's oldest transaction or queued claim waits for a block. */
  readonly waitingSinceMs: number | null
}

/** Channels, vouchers and operations, durably. Every method is one atomic step. */
export type ChannelLedger = ChannelStore & ChannelOutbox

export type ChannelStore = {
  find(id: `0x${string}`): Promise<Channel | null>
  /** Adds a channel of the chain; a known channel is not changed. */
  add(channel: Pick<Channel, "id" | "network" | "config">, read: ChannelRead, nowMs: number): Promise<void>
  /** Updates the mirror of the chain. A state of a block before the recorded one is ignored, unless that is long ago. */
  sync(id: `0x${string}`, read: ChannelRead, readAtMs: number): Promise<void>
  /**
   * In one step and durably: the answer is stored, the voucher becomes the channel's newest, the charge is added. False, and
   * nothing written, unless the channel was charged exactly the voucher's total less the price before, while a deposit waits for its
   * charge, or when a refund has begun since the channel was read.
   */
  charge(charge: Charge): Promise<boolean>
  /**
   * Channels whose vouchers this authorizer can claim now: those of payers that withdraw first, then the largest amounts, up to
   * the limit. When there are more, also as many of those that have waited longest.
   */
  unclaimed(filter: UnclaimedFilter, limit: number): Promise<readonly Channel[]>
  /** Everything that this authorizer, which also sends the claims, can claim, in sum. */
  exposure(authorizer: `0x${string}`): Promise<Exposure>
  /**
   * Records the charges that the balance of the channel does not cover as lost, in the channel and in its sales. Resolves with
   * the lost amount. A later deposit ends the loss, when the mirror sees it.
   */
  recordLoss(id: `0x${string}`): Promise<bigint>
  /** Channels that were used since then, or have unclaimed vouchers. */
  watched(sinceMs: number, limit: number): Promise<readonly Channel[]>
}

export type RefundedChannel = { readonly charged: bigint; readonly isClaimed: boolean }

/** The queue of deposits, claims and refunds. */
export type ChannelOperations = {
  /**
   * Queues an operation unless it is known; a failed operation is queued again. Resolves with the row. The newest voucher of
   * each channel of a claim counts as public from now on.
   */
  enqueue(operation: NewOperation, nowMs: number): Promise<ChannelOperation>
  /**
   * Queues a refund and stops charges until it ends. False, and nothing written, unless exactly `charged` was charged and no
   * deposit waits for its charge.
   * `isClaimed`: the operation claims the newest voucher, which counts as public from now on.
   */
  beginRefund(operation: NewOperation, of: RefundedChannel, nowMs: number): Promise<boolean>
  /**
   * Queues a deposit with the answer that its voucher buys. The answer is charged when the deposit is in a block, whether or not a
   * request waits for it. Until then nothing is refunded. `null`, and nothing written, when another deposit or a refund of the
   * channel is open, or when other than the voucher's total less the price was charged.
   */
  beginDeposit(operation: NewOperation, sale: Charge): Promise<ChannelOperation | null>
  findOperation(id: string): Promise<ChannelOperation | null>
  /** The newest refund of a channel. */
  lastRefund(channelId: `0x${string}`): Promise<ChannelOperation | null>
  /** Oldest first. `isIsolated`: those that need a transaction of their own, which never delay the others. */
  queued(limit: number, isIsolated: boolean): Promise<readonly ChannelOperation[]>
  /** Queued operations need a transaction of their own from now on. */
  isolate(ids: readonly string[]): Promise<void>
  /** Deposits that are queued or sent, of all payers. */
  openDeposits(): Promise<readonly OpenDeposit[]>
  /** Unfinished payments of a payer, without its deposits. */
  unsettledPayments(of: Pick<OpenDeposit, "network" | "token" | "payer">, nowMs: number): Promise<PendingSpend>
  /** Operations that are queued or sent, of one kind. */
  countOpen(kind: ChannelOperation["kind"]): Promise<number>
  /** The operations of a transaction that is not over. */
  operationsOf(hash: `0x${string}`): Promise<readonly ChannelOperation[]>
}

/** The transactions that carry them. Only the process with the lease changes these. */
export type ChannelTransactions = {
  /** Records a transaction of these operations, or of none, before it is broadcast. False, and nothing written, when one of them has ended. */
  markSent(transaction: SettlementTransaction, operationIds: readonly string[], nowMs: number): Promise<boolean>
  /** Transactions that are neither mined nor dropped, by nonce, then oldest first. */
  pendingTransactions(signer: `0x${string}`): Promise<readonly SettlementTransaction[]>
  /** The transaction is in a block: its operations end, except those that are queued again, refunds are over, others with its nonce are dropped. */
  finish(mined: MinedChannelTransaction, outcomes: readonly FinishedOperation[], nowMs: number): Promise<void>
  /** No block will take the transaction: its operations are queued again. */
  requeue(hash: `0x${string}`, nowMs: number): Promise<void>
  /** A queued operation is never sent. */
  abandon(id: string, reason: string, nowMs: number): Promise<void>
  /** By nonce. */
  minedSince(sinceMs: number): Promise<readonly MinedChannelRecord[]>
  /** Transactions of an account that were mined with this nonce or a higher one, however long ago. By nonce. */
  minedFrom(first: AccountNonce): Promise<readonly MinedChannelRecord[]>
  /** The chain has dropped the block of a transaction: transaction and operations are sent again. */
  reopen(hash: `0x${string}`, nowMs: number): Promise<void>
}

export type ChannelOutbox = ChannelOperations & ChannelTransactions
