import { size } from "viem"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import { gasFor, gasOf, MAX_TRANSACTION_GAS } from "./settlement-gas"
import { MAX_BATCH } from "./settlement-pace"

/**
 * Nodes accept no transaction above 131,072 bytes. The largest signature that is decoded has 4,096 bytes.
 *
 * @see https://github.com/ethereum/go-ethereum/blob/master/core/txpool/legacypool/legacypool.go txMaxSize
 */
const MAX_TRANSACTION_BYTES = 100_000
/** Call data of one transfer without its signature: 420 bytes. */
const BYTES_PER_TRANSFER = 512

export type QueueState = {
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
