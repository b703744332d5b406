import type { PendingFailure } from "@/lib/chain/simulate-pending"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import type { Owed } from "@/lib/ledger/payment"

/** Leaves out of a batch the payments that would fail in the next block, so that they cost no gas. */
export type PendingCheck = {
  /** The payments that can be sent now. Never rejects: without an answer of the node all of them are sent. */
  readonly passing: (payments: readonly Owed[]) => Promise<readonly Owed[]>
}

export type PendingCheckOptions = {
  readonly chain: Pick<UsdcChain, "simulatePending">
  readonly clock: Clock
  readonly sleep: Sleep
  /** The payment would succeed after all. */
  readonly requeue: (payment: Owed) => void
  /** The payment failed in two simulations. */
  readonly onFailure: (payment: Owed, failure: NonNullable<PendingFailure>) => void
}

/** A node that lags behind another one may not have the payer's money yet, so a failure is confirmed. */
const CONFIRM_AFTER_MS = 300
/** A node without a pending state is not asked again for this time. */
const UNSUPPORTED_MS = 60_000

export function createPendingCheck(options: PendingCheckOptions): PendingCheck {
  const { chain, clock, sleep, requeue, onFailure } = options
  let unsupportedSinceMs = Number.NEGATIVE_INFINITY

  async function simulate(payments: readonly Owed[]): Promise<readonly PendingFailure[]> {
    if (!isOver({ sinceMs: unsupportedSinceMs, lengthMs: UNSUPPORTED_MS, nowMs: clock() })) return []
    try {
      return await chain.simulatePending(payments.map(({ authorization }) => authorization))
    } catch {
      unsupportedSinceMs = clock()
      return []
    }
  }

  async function confirm(payment: Owed): Promise<void> {
    await sleep(CONFIRM_AFTER_MS)
    const [failure = null] = await simulate([payment])
    if (failure === null) requeue(payment)
    else onFailure(payment, failure)
  }

  return {
    async passing(payments) {
      const failures = await simulate(payments)
      const isFailing = (index: number) => (failures[index] ?? null) !== null
      for (const [index, payment] of payments.entries()) if (isFailing(index)) void confirm(payment)
      return payments.filter((_, index) => !isFailing(index))
    },
  }
}
