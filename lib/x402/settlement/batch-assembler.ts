import { setImmediate as endOfTurn } from "node:timers/promises"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { nextBatch, pauseMs } from "./next-batch"
import type { RetryQueue } from "./retry-queue"
import type { SettlementSteps } from "./settlement-steps"

type BatchAssemblerOptions = {
  readonly clock: Clock
  readonly sleep: Sleep
  /** Resolves when nothing of an earlier process can take a nonce any more. */
  readonly recovered: () => Promise<unknown>
  readonly retryQueue: Pick<RetryQueue, "waiting" | "sendNext" | "shutdown">
  /** Never rejects. */
  readonly launch: (batch: readonly PaymentToSettle[]) => Promise<void>
  readonly hasCapacity: () => boolean
  /** Transactions of this process without an outcome. */
  readonly inFlight: () => number
  readonly requiresOwnTransaction: (payment: PaymentToSettle) => boolean
  readonly steps: Pick<SettlementSteps, "isStopped">
}

/** The queue of payments that wait for a transaction. Sends it in batches, one after the other. */
export function createBatchAssembler(options: BatchAssemblerOptions) {
  const { clock, sleep, recovered, retryQueue, hasCapacity, requiresOwnTransaction, steps } = options
  const queue = new Map<string, PaymentToSettle>()
  let isRunning = false
  let wasRetry = false
  let wasOwnTransaction = false
  let launchedMs = 0

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    await recovered()
    // Payments whose answers were saved in one statement arrive in one turn of the event loop, and share a batch.
    await endOfTurn()
    while (queue.size + retryQueue.waiting() > 0 && hasCapacity() && !steps.isStopped()) {
      // Retries and new payments alternate, so that neither delays the other.
      wasRetry = retryQueue.waiting() > 0 && (queue.size === 0 || !wasRetry)
      await (wasRetry ? retryQueue.sendNext() : launchNext())
    }
    isRunning = false
    if (steps.isStopped()) retryQueue.shutdown()
  }

  async function launchNext(): Promise<void> {
    const pause = pauseMs({ waiting: queue.size, inFlight: options.inFlight(), sinceLastMs: clock() - launchedMs })
    if (pause > 0) await sleep(pause)
    launchedMs = clock()
    const batch = nextBatch({ waiting: [...queue.values()], requiresOwnTransaction, wasOwnTransaction })
    wasOwnTransaction = batch.every(requiresOwnTransaction)
    for (const { id } of batch) queue.delete(id)
    await options.launch(batch)
  }

  return {
    add: (payment: PaymentToSettle) => void queue.set(payment.id, payment),
    wake: () => void run(),
    waiting: () => queue.size,
    isRunning: () => isRunning,
  }
}
