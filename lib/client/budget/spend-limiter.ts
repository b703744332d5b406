import type { ExternalStore } from "@/lib/client/browser/external-store"
import { createStore } from "@/lib/client/browser/external-store"
import type { Attempt } from "@/lib/client/purchase/attempt"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { type Budget, isWithinLimit, type Spending } from "./budget"
import { spendingOf } from "./spending"

/** Enforces the daily limit. Each signature reserves its amount first, in the same task. */
export type SpendLimiter = {
  /** Changes when a reservation is made or released. */
  readonly reservations: ExternalStore<ReadonlyMap<string, bigint>>
  readonly spendingAt: (nowMs: number) => Spending
  /**
   * Reserves an amount for a payment; false when it would pass the limit. An earlier reservation for the same payment
   * is replaced.
   */
  readonly reserve: (id: string, amount: bigint, nowMs: number) => boolean
  /** Call when the payment is stored, or was not made. */
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
      if (!isWithinLimit(budget.get(), spendingWith(others, nowMs), amount)) return false
      reservations.set(others.set(id, amount))
      return true
    },
    release(id) {
      reservations.set(allBut(id))
    },
  }
}
