import type { ExternalStore } from "@/lib/client/browser/external-store"
import { createStore } from "@/lib/client/browser/external-store"
import type { Attempt } from "@/lib/client/purchase/attempt"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { type Budget, fits, type Spending } from "./budget"
import { spendingOf } from "./spending"

/** Guards the limit: every signature asks it first, in the same task. */
export type SpendLimiter = {
  /** Changes whenever a reservation is made or released. */
  readonly reservations: ExternalStore<ReadonlyMap<string, bigint>>
  readonly spendingAt: (nowMs: number) => Spending
  /**
   * Sets an amount aside for a payment that is about to be signed, or sent; false when it would pass the limit. What was
   * set aside for the same payment before does not count against it.
   */
  readonly reserve: (id: string, amount: bigint, nowMs: number) => boolean
  /** The payment is stored, or did not come about. */
  readonly release: (id: string) => void
}

type SpendLimiterDeps = {
  readonly budget: ExternalStore<Budget>
  readonly receipts: ExternalStore<readonly Receipt[]>
  readonly attempts: ExternalStore<readonly Attempt[]>
}

export function createSpendLimiter({ budget, receipts, attempts }: SpendLimiterDeps): SpendLimiter {
  const reservations = createStore<ReadonlyMap<string, bigint>>(new Map())
  const spendingWith = (signing: ReadonlyMap<string, bigint>, nowMs: number) =>
    spendingOf({ receipts: receipts.get(), attempts: attempts.get(), signing, nowMs })
  const allBut = (id: string) => new Map([...reservations.get()].filter(([other]) => other !== id))
  return {
    reservations,
    spendingAt: (nowMs) => spendingWith(reservations.get(), nowMs),
    reserve(id, amount, nowMs) {
      const others = allBut(id)
      if (!fits(budget.get(), spendingWith(others, nowMs), amount)) return false
      reservations.set(others.set(id, amount))
      return true
    },
    release(id) {
      reservations.set(allBut(id))
    },
  }
}
