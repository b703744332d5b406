import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"

/** Leaves out of a batch the payments whose payer will not have the money in the next block, so that they cost no gas. */
export type PendingCheck = {
  /** The payments that can be sent now. Never rejects: without an answer of the node all of them are sent. */
  readonly passing: (payments: readonly PaymentToSettle[]) => Promise<readonly PaymentToSettle[]>
}

type PendingCheckOptions = {
  readonly chain: Pick<UsdcChain, "findUnfunded">
  readonly clock: Clock
  readonly sleep: Sleep
  /** The payment would succeed after all. */
  readonly requeue: (payment: PaymentToSettle) => void
  /** The payment failed in two simulations. */
  readonly onFailure: (payment: PaymentToSettle) => void
}

/** A node that lags behind another one may not have the payer's money yet, so a failure is confirmed. */
const CONFIRM_AFTER_MS = 300
/** A node without a pending state is not asked again for this time. */
const UNSUPPORTED_MS = 60_000

export function createPendingCheck(options: PendingCheckOptions): PendingCheck {
  const { chain, clock, sleep, requeue, onFailure } = options
  let unsupportedSinceMs = Number.NEGATIVE_INFINITY

  async function simulate(payments: readonly PaymentToSettle[]): Promise<readonly boolean[]> {
    if (!isOver({ sinceMs: unsupportedSinceMs, lengthMs: UNSUPPORTED_MS, nowMs: clock() })) return []
    try {
      return await chain.findUnfunded(payments.map(({ authorization }) => authorization))
    } catch {
      unsupportedSinceMs = clock()
      return []
    }
  }

  async function confirm(payment: PaymentToSettle): Promise<void> {
    await sleep(CONFIRM_AFTER_MS)
    const [isUnfunded] = await simulate([payment])
    if (isUnfunded) onFailure(payment)
    else requeue(payment)
  }

  return {
    async passing(payments) {
      const isUnfunded = await simulate(payments)
      for (const [index, payment] of payments.entries()) if (isUnfunded[index]) void confirm(payment)
      return payments.filter((_, index) => !isUnfunded[index])
    },
  }
}
