import type { TransactionReceipt } from "viem"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { SettlementTransaction } from "@/lib/ledger/ledger"
import type { Sleep } from "./sleep"

/**
 * - `mined`: in a block, whatever it did there;
 * - `refused`: no node ever took it, so its nonce is free;
 * - `replaced`: a block has another transaction with its nonce, so it can never be mined;
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
  /** An earlier process may have broadcast it, so that a refusal now proves nothing. */
  readonly mayBeKnown: boolean
}

const POLL_MS = 250
const REBROADCAST_MS = 10_000
/** A node may know the new nonce before it can show the receipt: this many broadcasts in a row must say so. */
const REPLACED_AFTER = 2

/** Broadcasts a transaction, again and again, and follows it to its block. Ends only with an outcome. */
export async function confirmTransaction(
  transaction: SettlementTransaction,
  options: ConfirmOptions,
): Promise<Confirmation> {
  const { chain, clock, sleep } = options
  let handedOver = options.mayBeKnown
  let nonceGone = 0
  let broadcastAtMs = Number.NEGATIVE_INFINITY
  // A node refuses what it has mined already, so what an earlier process may have sent is looked for first.
  const early = options.mayBeKnown ? await receiptOf(transaction, options) : null
  if (early) return { kind: "mined", receipt: early }
  while (!options.isStopped()) {
    let refusal: unknown = null
    if (clock() - broadcastAtMs >= REBROADCAST_MS) {
      broadcastAtMs = clock()
      try {
        const receipt = await chain.broadcast(transaction.raw)
        if (receipt) return { kind: "mined", receipt }
        handedOver = true
      } catch (cause) {
        if (!isKnownToNode(cause)) options.onFault(cause)
        if (isRefusedByNode(cause)) refusal = cause
        else handedOver = true
        nonceGone = isNonceGone(cause) ? nonceGone + 1 : 0
      }
    }
    const receipt = await receiptOf(transaction, options)
    if (receipt) return { kind: "mined", receipt }
    if (refusal !== null && !handedOver) return { kind: "refused", cause: refusal }
    if (nonceGone >= REPLACED_AFTER && receipt === null) return { kind: "replaced" }
    await sleep(POLL_MS)
  }
  return { kind: "stopped" }
}

/** `undefined`: the node could not be asked. */
async function receiptOf(transaction: SettlementTransaction, { chain, onFault }: ConfirmOptions) {
  try {
    return await chain.receipt(transaction.hash)
  } catch (cause) {
    onFault(cause)
    return undefined
  }
}

/** The node looked at the transaction and did not keep it. Anything else, a timeout above all, may have arrived. */
function isRefusedByNode(cause: unknown): boolean {
  return hasText(cause, [
    "insufficient funds",
    "less than block base fee",
    "fee cap less than",
    "intrinsic gas",
    "exceeds block gas limit",
  ])
}

/** It waits there for its block: geth, reth and anvil say so in an error. */
function isKnownToNode(cause: unknown): boolean {
  return hasText(cause, ["already known", "already imported"])
}

function isNonceGone(cause: unknown): boolean {
  return hasText(cause, ["nonce too low"])
}

function hasText(cause: unknown, texts: readonly string[]): boolean {
  const message = cause instanceof Error ? cause.message.toLowerCase() : ""
  return texts.some((text) => message.includes(text))
}
