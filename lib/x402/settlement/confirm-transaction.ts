import type { TransactionReceipt } from "viem"
import { isKnownToNode } from "@/lib/x402/chain/rpc-error"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import type { SettlementTransaction } from "@/lib/x402/ledger/ledger"

/**
 * - `mined`: one of the transactions is in a block, successful or not;
 * - `refused`: no node accepted any of them, so their nonce is free;
 * - `replaced`: a block has another transaction with their nonce, so none of them can be mined;
 * - `stopped`: the process ends first.
 */
export type Confirmation =
  | { readonly kind: "mined"; readonly receipt: TransactionReceipt }
  | { readonly kind: "refused"; readonly cause: unknown }
  | { readonly kind: "replaced" | "stopped" }

export type ConfirmOptions = {
  readonly chain: Pick<UsdcChain, "broadcast" | "receipt">
  readonly clock: Clock
  readonly sleep: Sleep
  readonly isStopped: () => boolean
  readonly onFault: (cause: unknown) => void
  /** An earlier process may have broadcast it, so a refusal now proves nothing. */
  readonly mayBeKnown: boolean
  /** No transaction of the account with a lower nonce is in flight, so this one could be in the next block. */
  readonly isFirst: () => boolean
  /** How long it can be first without being mined before it is replaced. */
  readonly replaceAfterMs: number
  /**
   * Records a replacement with the same nonce and higher fees. Resolves with `null` or rejects when none is possible
   * now. `isRejectedByNode`: nodes reject the stuck transaction for a reason other than its fees.
   */
  readonly replace: (stuck: SettlementTransaction, isRejectedByNode: boolean) => Promise<SettlementTransaction | null>
}

const POLL_MS = 250
const REBROADCAST_MS = 10_000
/** A node can know the new nonce before it has the receipt, so this many broadcasts in a row, a block apart, must say so. */
const REPLACED_AFTER = 3
const USED_NONCE_RETRY_MS = 2_000
/** About a minute of broadcasts in a row that the node refused while it answered other calls. */
const REJECTED_AFTER = 6

/**
 * Broadcasts a transaction repeatedly and follows it to its block. When no block includes it, transactions with the same nonce
 * and higher fees replace it. Ends only with an outcome.
 *
 * `sent`: oldest first, all with one nonce. A block includes at most one of them.
 */
export async function confirmTransaction(
  sent: readonly [SettlementTransaction, ...SettlementTransaction[]],
  options: ConfirmOptions,
): Promise<Confirmation> {
  const { clock, sleep } = options
  /** Newest first. */
  let candidates = sent.toReversed()
  let mayBeKnownToNode = options.mayBeKnown
  let usedNonceCount = 0
  let rejectionCount = 0
  let isRejectedByNode = false
  let broadcastAtMs = Number.NEGATIVE_INFINITY
  const isTimeOver = createTimeLimit(options)
  // A node refuses a transaction that is mined already, so the receipt is read first.
  const early = options.mayBeKnown ? await receiptOf(candidates, options) : null
  if (early) return { kind: "mined", receipt: early }
  while (!options.isStopped()) {
    let answer: BroadcastAnswer | null = null
    const lengthMs = usedNonceCount > 0 ? USED_NONCE_RETRY_MS : REBROADCAST_MS
    if (isOver({ sinceMs: broadcastAtMs, lengthMs, nowMs: clock() })) {
      broadcastAtMs = clock()
      answer = await broadcast(candidates, options)
      if (answer.receipt) return { kind: "mined", receipt: answer.receipt }
      if (answer.refusal === null) mayBeKnownToNode = true
      usedNonceCount = answer.isNonceUsed ? usedNonceCount + 1 : 0
    }
    const receipt = await receiptOf(candidates, options)
    if (receipt) return { kind: "mined", receipt }
    if (answer !== null && answer.refusal !== null && !mayBeKnownToNode)
      return { kind: "refused", cause: answer.refusal }
    if (usedNonceCount >= REPLACED_AFTER && receipt === null) return { kind: "replaced" }
    if (answer !== null) rejectionCount = answer.isRejectedByNode && receipt === null ? rejectionCount + 1 : 0
    isRejectedByNode ||= rejectionCount >= REJECTED_AFTER
    const replacement = isTimeOver() ? await replacementOf(candidates, isRejectedByNode, options) : null
    if (replacement === null) await sleep(POLL_MS)
    else {
      candidates = [replacement, ...candidates]
      broadcastAtMs = Number.NEGATIVE_INFINITY
    }
  }
  return { kind: "stopped" }
}

/** True when the transaction has been first for the whole time. The time then starts again. */
function createTimeLimit({ clock, isFirst, replaceAfterMs }: ConfirmOptions): () => boolean {
  let sinceMs: number | null = null
  return () => {
    const nowMs = clock()
    // When the clock is set back, the time starts again, so that fees are not raised early.
    sinceMs = isFirst() ? Math.min(sinceMs ?? nowMs, nowMs) : null
    if (sinceMs === null || nowMs - sinceMs < replaceAfterMs) return false
    sinceMs = nowMs
    return true
  }
}

type BroadcastAnswer = {
  readonly receipt: TransactionReceipt | null
  /** Set when no node accepted any of them. */
  readonly refusal: unknown
  readonly isNonceUsed: boolean
  /** No node is known to have any of them, for another reason than their fees. */
  readonly isRejectedByNode: boolean
}

const ACCEPTED: BroadcastAnswer = { receipt: null, refusal: null, isNonceUsed: false, isRejectedByNode: false }

/** The newest first. When the node refuses it, the transactions that it replaced. */
async function broadcast(
  candidates: readonly SettlementTransaction[],
  { chain, onFault }: ConfirmOptions,
): Promise<BroadcastAnswer> {
  let refusal: unknown = null
  let isNonceInUse = false
  for (const { raw, hash } of candidates) {
    try {
      const receipt = await chain.broadcast(raw)
      return { ...ACCEPTED, receipt: receipt?.transactionHash === hash ? receipt : null }
    } catch (cause) {
      if (isKnownToNode(cause)) return ACCEPTED
      onFault(cause)
      if (isNonceUsed(cause)) return { ...ACCEPTED, isNonceUsed: true }
      // The transaction may have arrived.
      if (!isRefusedByNode(cause)) return { ...ACCEPTED, isRejectedByNode: true }
      isNonceInUse ||= isUnderpricedReplacement(cause)
      refusal = cause
    }
  }
  // Another transaction of the account waits with this nonce, so the nonce is not free yet.
  if (isNonceInUse) return ACCEPTED
  return { ...ACCEPTED, refusal, isRejectedByNode: !isTooCheap(refusal) }
}

/** `undefined`: the node did not answer for all of them. */
async function receiptOf(
  candidates: readonly SettlementTransaction[],
  { chain, onFault }: ConfirmOptions,
): Promise<TransactionReceipt | null | undefined> {
  let nothing: null | undefined = null
  for (const { hash } of candidates) {
    try {
      const receipt = await chain.receipt(hash)
      // A faulty node can return the receipt of another transaction.
      if (receipt?.transactionHash === hash) return receipt
    } catch (cause) {
      onFault(cause)
      nothing = undefined
    }
  }
  return nothing
}

async function replacementOf(
  [newest]: readonly SettlementTransaction[],
  isRejectedByNode: boolean,
  { replace, onFault }: ConfirmOptions,
): Promise<SettlementTransaction | null> {
  try {
    return newest ? await replace(newest, isRejectedByNode) : null
  } catch (cause) {
    onFault(cause)
    return null
  }
}

/** The node read the transaction and did not keep it. After any other error, such as a timeout, it may have arrived. */
function isRefusedByNode(cause: unknown): boolean {
  return isTooCheap(cause) || hasText(cause, REFUSALS)
}

const REFUSALS = [
  "intrinsic gas",
  "exceeds block gas limit",
  "exceeds block's gas limit",
  "exceeds transaction gas limit",
  "per-transaction gas limit",
  "gas limit too high",
  "oversized data",
]

/** It is refused because of its fees or the balance of the account. */
function isTooCheap(cause: unknown): boolean {
  return hasText(cause, ["insufficient funds", "less than block base fee", "fee cap less than", "underpriced"])
}

function isUnderpricedReplacement(cause: unknown): boolean {
  return hasText(cause, ["replacement transaction underpriced"])
}

function isNonceUsed(cause: unknown): boolean {
  return hasText(cause, ["nonce too low"])
}

function hasText(cause: unknown, texts: readonly string[]): boolean {
  const message = cause instanceof Error ? cause.message.toLowerCase() : ""
  return texts.some((text) => message.includes(text))
}
