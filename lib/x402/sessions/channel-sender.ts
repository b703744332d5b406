import type { TransactionReceipt } from "viem"
import { payerOf } from "@/lib/x402/chain/channels/channel-calls"
import type { ChannelChain, ChannelEvents } from "@/lib/x402/chain/channels/channel-chain"
import { feeWeiOf } from "@/lib/x402/chain/transactions"
import type { SettlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { ChannelOperation } from "@/lib/x402/ledger/channels/channel"
import type { ChannelOutbox, FinishedOperation } from "@/lib/x402/ledger/channels/channel-ledger"
import type { SettlementTransaction } from "@/lib/x402/ledger/ledger"
import { confirmTransaction } from "@/lib/x402/settlement/confirm-transaction"
import type { GasGuard } from "@/lib/x402/gate/gas-guard"
import type { ChannelMirror } from "./channel-mirror"
import { createChannelSigner } from "./channel-transactions"
import { DEPOSIT_FAILED } from "./send-deposit"
import { createOperationQueue } from "./operation-queue"

export type ChannelSenderOptions = {
  readonly channels: ChannelOutbox
  readonly chain: UsdcChain & Pick<ChannelChain, "eventsIn" | "trial" | "gasOf">
  readonly guard: GasGuard
  readonly account: SettlementAccount
  readonly chainId: number
  readonly maxFeePerGas: bigint
  /** After this time without a block, a transaction is replaced by one with higher fees. */
  readonly replaceAfterMs: number
  readonly clock: Clock
  readonly sleep: Sleep
  readonly isStopped: () => boolean
  readonly onFault: (cause: unknown) => void
  readonly onFinished: (operations: readonly FinishedOperation[]) => void
}

/**
 * Sends queued operations, one transaction at a time: each is on record before it is broadcast, and followed until its outcome is in
 * the ledger.
 */
export type ChannelSender = {
  /** Finishes transactions of an earlier process, and those whose block was dropped: lower nonces first. */
  readonly recover: () => Promise<void>
  readonly sendQueued: () => Promise<void>
}

const DROPPED = "The chain has dropped a transaction with a lower nonce."
const RECEIPT_RETRY_DELAYS_MS = [50, 100, 200, 400]

export function createChannelSender(options: ChannelSenderOptions, mirror: ChannelMirror): ChannelSender {
  const { channels, chain, account, guard, clock, isStopped } = options
  const signer = createChannelSigner(options)
  /** Operations that have failed in a transaction with others and are sent once more. */
  const failed = new Set<string>()
  const queue = createOperationQueue({
    ...options,
    onAbandoned(operation, outcome) {
      // Its earlier transaction has used gas.
      if (failed.delete(operation.id)) void penalize(operation).catch(options.onFault)
      options.onFinished([outcome])
    },
  })

  async function recover(): Promise<void> {
    const pending = await channels.pendingTransactions(account.address)
    const nonces = [...new Set(pending.map(({ nonce }) => nonce))]
    const [lowest] = nonces
    if (lowest !== undefined) await fillBelow(lowest)
    for (const nonce of nonces) {
      const [first, ...others] = pending.filter((one) => one.nonce === nonce)
      if (first !== undefined) await follow([first, ...others], true)
    }
  }

  /** A nonce that no transaction on record has, as in a ledger that was restored from a copy, would block this one. */
  async function fillBelow(lowest: number): Promise<void> {
    const first = await chain.minedNonce(account.address)
    const known = new Set((await minedFrom(first)).map(({ nonce }) => nonce))
    for (let nonce = first; nonce < lowest; nonce += 1) {
      if (known.has(nonce)) continue
      const empty = await signer.empty(nonce)
      if (await channels.markSent(empty, [], clock())) await follow([empty], false)
    }
  }

  const minedFrom = (nonce: number) => channels.minedFrom({ signer: account.address, nonce })

  async function nextNonce(): Promise<number> {
    const nonce = await chain.nextNonce(account.address)
    // Another transaction with the nonce of one whose block was dropped would replace it.
    if ((await minedFrom(nonce)).length > 0) throw new Error(DROPPED)
    return nonce
  }

  async function sendQueued(): Promise<void> {
    while (!isStopped()) {
      const next = await queue.next()
      if (next === null) return
      const { operations, gas } = next
      const transaction = await signer.sign(operations, await nextNonce(), gas)
      const ids = operations.map(({ id }) => id)
      if (await channels.markSent(transaction, ids, clock())) await follow([transaction], false)
    }
  }

  async function follow(
    sent: readonly [SettlementTransaction, ...SettlementTransaction[]],
    mayBeKnown: boolean,
  ): Promise<void> {
    const operations = (await Promise.all(sent.map((one) => channels.operationsOf(one.hash)))).flat()
    let isBlocked = false
    const confirmation = await confirmTransaction(sent, {
      ...options,
      isStopped: () => isStopped() || isBlocked,
      mayBeKnown,
      isFirst: () => true,
      async replace(stuck) {
        isBlocked = (await chain.minedNonce(account.address)) < stuck.nonce
        if (isBlocked) return null
        const transaction = await signer.replace(stuck)
        const ids = operations.map(({ id }) => id)
        return (await channels.markSent(transaction, ids, clock())) ? transaction : null
      },
    })
    switch (confirmation.kind) {
      case "mined":
        return finish(confirmation.receipt, operations)
      case "replaced":
      case "refused":
        for (const one of sent) await channels.requeue(one.hash, clock())
        if (confirmation.kind === "refused") throw confirmation.cause
        return
      case "stopped":
        // The caller sends the missing transaction first.
        if (isBlocked) throw new Error(DROPPED)
    }
  }

  async function finish(receipt: TransactionReceipt, operations: readonly ChannelOperation[]): Promise<void> {
    const { transactionHash: hash, blockNumber, blockHash, gasUsed, status } = receipt
    const events = await eventsOf(receipt, operations)
    // The mirror is updated first, so that a request that waits for this operation finds the money.
    await mirror.update(
      operations.flatMap(({ channelIds }) => channelIds),
      blockNumber,
    )
    const isSingle = operations.length === 1
    const found = operations.map((one) => outcomeOf(one, events, isSingle && status === "success"))
    const settled = found.filter(({ isDone }) => isDone).length
    guard.gasBudget.record({ gasUsed, settled, refused: found.length - settled })
    const outcomes = await Promise.all(
      operations.map(async (one) => {
        const outcome = outcomeOf(one, events, isSingle && status === "success")
        return isSingle || outcome.isDone ? outcome : repeated(one, outcome)
      }),
    )
    for (const [index, outcome] of outcomes.entries()) {
      const operation = operations[index]
      if (operation !== undefined && outcome.isRepeated !== true) await judge(operation, outcome)
    }
    const mined = { hash, blockNumber, blockHash, gasUsed, feeWei: feeWeiOf(receipt) }
    await channels.finish(mined, outcomes, clock())
    const again = outcomes.filter(({ isRepeated }) => isRepeated === true)
    if (again.length > 0) await channels.isolate(again.map(({ id }) => id))
    options.onFinished(outcomes.filter(({ isRepeated }) => isRepeated !== true))
  }

  /**
   * A deposit or refund that failed together with others is sent again with its measured gas, unless its simulation fails by then.
   * Not when its payer's code has run: it may burn that gas, too.
   */
  async function repeated(operation: ChannelOperation, outcome: FinishedOperation): Promise<FinishedOperation> {
    const payer = payerOf(operation.call)
    const isFinal = operation.kind === "claim" || failed.has(operation.id)
    if (isFinal || (payer !== null && (await chain.hasCode(payer).catch(() => false)))) return outcome
    failed.add(operation.id)
    return { ...outcome, isRepeated: true }
  }

  /** A payer whose deposit has failed on the chain waits. */
  async function judge(operation: ChannelOperation, { isDone }: FinishedOperation): Promise<void> {
    failed.delete(operation.id)
    const payer = payerOf(operation.call)
    if (payer === null) return
    if (!isDone) return penalize(operation)
    if (operation.isIsolated) queue.trust()
    guard.proven.add(payer)
    guard.spendGuard.recordTransfer(payer, operation.amount)
  }

  async function penalize({ call }: ChannelOperation): Promise<void> {
    const payer = payerOf(call)
    if (payer === null) return
    guard.proven.remove(payer)
    const isKey = !(await chain.hasCode(payer).catch(() => true))
    guard.coolDown.penalize(payer, DEPOSIT_FAILED, isKey)
    queue.distrust(payer)
  }

  /** Asks again when a receipt has no logs: an operation without its event counts as failed. */
  async function eventsOf(
    receipt: TransactionReceipt,
    operations: readonly ChannelOperation[],
  ): Promise<ChannelEvents> {
    let events = chain.eventsIn(receipt)
    for (const ms of RECEIPT_RETRY_DELAYS_MS) {
      if (receipt.status !== "success" || operations.every((one) => outcomeOf(one, events, false).isDone)) break
      await options.sleep(ms)
      const again = await chain.receipt(receipt.transactionHash).catch(() => null)
      if (again?.transactionHash === receipt.transactionHash) events = chain.eventsIn(again)
    }
    return events
  }

  return { recover, sendQueued }
}

/** `isCertain`: the whole transaction was this operation, and it did not revert. */
function outcomeOf(operation: ChannelOperation, events: ChannelEvents, isCertain: boolean): FinishedOperation {
  const { id, kind, channelIds, amount } = operation
  const [channelId] = channelIds
  const ended = (isDone: boolean, moved = amount) => {
    return { id, isDone, reason: isDone ? null : "reverted", amount: moved }
  }
  switch (kind) {
    case "deposit":
      return ended(isCertain || (channelId !== undefined && events.deposited.has(channelId)))
    case "refund": {
      const refunded = channelId === undefined ? undefined : events.refunded.get(channelId)
      return ended(refunded !== undefined, refunded)
    }
    case "claim":
      return ended(isCertain || events.settled > 0n || channelIds.some((one) => events.claimed.has(one)))
  }
}
