import { size } from "viem"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import { gasFor, gasOf, MAX_TRANSACTION_GAS } from "./settlement-gas"
import { MAX_BATCH } from "./settlement-pace"

/**
 * Nodes take no transaction above 131,072 bytes. The largest payment that is decoded has 4,096 and its fields.
 *
 * @see https://github.com/ethereum/go-ethereum/blob/master/core/txpool/legacypool/legacypool.go txMaxSize
 */
const MAX_TRANSACTION_BYTES = 100_000
/** What Multicall3 and the method are told of a transfer beside its signature: 420 bytes. */
const BYTES_PER_TRANSFER = 512

export type Line = {
  readonly waiting: readonly PaymentToSettle[]
  /** Somebody's code runs in its transaction, and can burn the gas of everybody in it. */
  readonly requiresOwnTransaction: (payment: PaymentToSettle) => boolean
  /** The last one was. */
  readonly wasOwnTransaction: boolean
}

/**
 * Which of the waiting payments go out together, the longest waiting among them; of many that travel alone every other one
 * lets a batch go first.
 */
export function nextBatch({ waiting, requiresOwnTransaction, wasOwnTransaction }: Line): readonly PaymentToSettle[] {
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
    // Each payment fits alone. Who does not in batch is the next one's, before those that came later.
    if (gas > MAX_TRANSACTION_GAS || bytes > MAX_TRANSACTION_BYTES) break
    batch.push(payment)
  }
  return batch
}

function bytesOf({ authorization: { signature, deployment } }: PaymentToSettle): number {
  const deploymentBytes = deployment === null ? 0 : BYTES_PER_TRANSFER + size(deployment.data)
  return BYTES_PER_TRANSFER + size(signature) + deploymentBytes
}
