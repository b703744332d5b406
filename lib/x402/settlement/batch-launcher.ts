import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { GasBudget } from "./gas-budget"
import type { Attempt } from "./next-batch"
import type { PendingCheck } from "./pending-check"
import { knownSettlement } from "./settler"
import type { SettlementFunds } from "./settlement-funds"
import type { SettlementWaiters } from "./settlement-outcome"
import type { SettlementSteps } from "./settlement-steps"

type BatchLauncherOptions = {
  readonly ledger: Pick<Ledger, "find">
  /** False, and nothing sent, when a claim was withdrawn in between. */
  readonly send: (payments: readonly PaymentToSettle[], attempt: Attempt) => Promise<boolean>
  readonly requeue: (payment: PaymentToSettle) => void
  /** Payments whose outcome is not known yet: they are never sent a second time. */
  readonly undecided: () => readonly ReadonlySet<string>[]
  /** Payments in transactions of this process. */
  readonly inFlight: () => ReadonlySet<string>
  readonly isProven: (payment: PaymentToSettle) => boolean
  readonly pendingCheck: PendingCheck
  readonly gasBudget: Pick<GasBudget, "use">
  readonly funds: Pick<SettlementFunds, "refresh">
  readonly waiters: Pick<SettlementWaiters, "resolve">
  readonly steps: Pick<SettlementSteps, "fault">
}

/** Sends a batch without the payments that are on their way, have ended, or would fail. Never rejects. */
export function createBatchLauncher(options: BatchLauncherOptions) {
  const { ledger, send, requeue, pendingCheck, gasBudget, funds, waiters, steps } = options

  async function launch(batch: readonly PaymentToSettle[]): Promise<void> {
    // A repeated request for a payment in flight waits for that payment.
    const undecided = options.undecided()
    const asking = batch.filter(({ id }) => !undecided.some((ids) => ids.has(id)))
    const inFlight = options.inFlight()
    let payments: readonly PaymentToSettle[] = asking.filter(({ id }) => !inFlight.has(id))
    try {
      // A payment can be refused and claimed again while other payments of its old transaction are still open.
      payments = [...payments, ...(await findUnsent(asking.filter(({ id }) => inFlight.has(id))))]
      if (isCheckNeeded(payments)) payments = await pendingCheck.passing(payments)
      if (payments.length === 0 || (await send(payments, "first"))) return
      // A claim was withdrawn in between. The other payments are queued again.
      for (const payment of await findUnsent(payments)) requeue(payment)
    } catch (cause) {
      // Nothing was broadcast, so the proofs are unspent.
      void funds.refresh()
      steps.fault("settlement_not_sent", cause)
      for (const { id } of payments) waiters.resolve(id, { kind: "unsent", cause })
    }
  }

  /** Payers that pay here regularly are sent without a check, which takes a round trip. */
  function isCheckNeeded(payments: readonly PaymentToSettle[]): boolean {
    return payments.length > 0 && (gasBudget.use().refusedGas > 0n || !payments.every(options.isProven))
  }

  /** Payments that still wait for a transaction. Resolves the waiters of the others with their outcome. */
  async function findUnsent(payments: readonly PaymentToSettle[]): Promise<readonly PaymentToSettle[]> {
    const found = await Promise.all(payments.map(({ id }) => ledger.find(id)))
    for (const [index, payment] of found.entries()) {
      const settlement = knownSettlement(payment)
      if (settlement) waiters.resolve(payments[index]?.id ?? "", settlement)
    }
    return found.filter((payment) => payment !== null).filter((payment) => payment.state === "answered")
  }

  return { launch }
}
