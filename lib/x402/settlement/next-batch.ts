import { size } from "viem"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { gasAround } from "@/lib/x402/chain/multicall"
import { GAS_BASE, gasOfTransfer, GAS_PER_CONTRACT_TRANSFER, GAS_PER_DEPLOYMENT } from "@/lib/x402/chain/preflight"

/* The next transaction: when it is sent, its payments and its gas. */

/** Transfers in one transaction. 30 × 120,000 gas stays far below a block of Base. */
export const MAX_BATCH = 30
/** Transactions in flight at once. The next batch does not wait for the block of the last one. */
export const MAX_IN_FLIGHT = 20
/** Up to this many transactions in flight, a payment is sent at once. */
const WITHOUT_PAUSE = 4
/** 16 more transactions in a block time of two seconds, so that a late payment reaches the next block and shares its base gas. */
const PAUSE_MS = 120

/** How long payments wait for others before the next transaction. A clock that is set back does not extend the wait. */
export function pauseMs(state: {
  readonly waiting: number
  readonly inFlight: number
  readonly sinceLastMs: number
}): number {
  if (state.waiting >= MAX_BATCH || state.inFlight < WITHOUT_PAUSE) return 0
  return Math.min(PAUSE_MS, Math.max(0, PAUSE_MS - state.sinceLastMs))
}

/**
 * Nodes accept no transaction above 131,072 bytes. The largest signature that is decoded has 4,096 bytes.
 *
 * @see https://github.com/ethereum/go-ethereum/blob/master/core/txpool/legacypool/legacypool.go txMaxSize
 */
const MAX_TRANSACTION_BYTES = 100_000
/** Call data of one transfer without its signature: 420 bytes. */
const BYTES_PER_TRANSFER = 512

type QueueState = {
  readonly waiting: readonly PaymentToSettle[]
  /** Foreign code runs for the payment and can use up the gas of the whole transaction. */
  readonly requiresOwnTransaction: (payment: PaymentToSettle) => boolean
  /** The last transaction had a single payment of this kind. */
  readonly wasOwnTransaction: boolean
}

/**
 * Selects the payments of the next transaction, the longest waiting among them. Payments that require a transaction of their own
 * alternate with batches.
 */
export function nextBatch({
  waiting,
  requiresOwnTransaction,
  wasOwnTransaction,
}: QueueState): readonly PaymentToSettle[] {
  const [first] = waiting
  if (first === undefined) return []
  if (requiresOwnTransaction(first) && !wasOwnTransaction) return [first]
  const batch = fullBatch(waiting.filter((payment) => !requiresOwnTransaction(payment)))
  return batch.length > 0 ? batch : [first]
}

function fullBatch(waiting: readonly PaymentToSettle[]): readonly PaymentToSettle[] {
  const batch: PaymentToSettle[] = []
  let gas = gasFor([], "first")
  let bytes = 0
  for (const payment of waiting) {
    if (batch.length === MAX_BATCH) break
    gas += gasOf(payment, "first")
    bytes += bytesOf(payment)
    // Every payment fits alone. One that exceeds this batch is the first of the next batch.
    if (gas > MAX_TRANSACTION_GAS || bytes > MAX_TRANSACTION_BYTES) break
    batch.push(payment)
  }
  return batch
}

function bytesOf({ authorization: { signature, deployment } }: PaymentToSettle): number {
  const deploymentBytes = deployment === null ? 0 : BYTES_PER_TRANSFER + size(deployment.data)
  return BYTES_PER_TRANSFER + size(signature) + deploymentBytes
}

/** A transfer that failed in a batch is sent once more, alone, because another transfer may have used up the gas. */
export type Attempt = "first" | "last"

const GAS_PER_TRANSFER = 120_000n

/**
 * Base accepts no transaction with a gas limit above 16,777,216.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
const MAX_TRANSACTION_GAS = 15_000_000n

/** Gas limit of a full batch of transfers that are signed by keys. */
export const GAS_OF_FULL_BATCH = GAS_BASE + BigInt(MAX_BATCH) * GAS_PER_TRANSFER

/** The gas limit of one transaction with these transfers. The last attempt has the highest limit. */
export function gasFor(payments: readonly PaymentToSettle[], attempt: Attempt): bigint {
  return payments.reduce((sum, payment) => sum + gasOf(payment, attempt), GAS_BASE)
}

/** What one payment adds to the gas limit of a transaction. */
function gasOf(payment: PaymentToSettle, attempt: Attempt): bigint {
  const { authorization } = payment
  const transfer = attempt === "first" ? gasOfTransfer(authorization) : GAS_PER_CONTRACT_TRANSFER
  const calls = authorization.deployment === null ? transfer : GAS_PER_DEPLOYMENT + transfer
  return gasAround(calls, bytesOf(payment))
}
