import type { ExternalStore } from "@/lib/client/browser/external-store"
import { createStore } from "@/lib/client/browser/external-store"
import type { Attempt } from "@/lib/client/purchase/attempt"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { type Budget, fits, type Spending } from "./budget"
import { spendingOf } from "./spending"

/** Guards the limit: every signature asks it first, in the same task. */
export type Purse = {
  /** Changes whenever a reservation is made or released. */
  readonly reservations: ExternalStore<ReadonlyMap<string, bigint>>
  readonly spendingAt: (nowMs: number) => Spending
  /** Sets an amount aside for a payment that is about to be signed; false when it would pass the limit. */
  readonly reserve: (id: string, amount: bigint, nowMs: number) => boolean
  /** The payment is stored, or did not come about. */
  readonly release: (id: string) => void
}

type PurseParts = {
  readonly budget: ExternalStore<Budget>
  readonly receipts: ExternalStore<readonly Receipt[]>
  readonly attempts: ExternalStore<readonly Attempt[]>
}

export function createPurse({ budget, receipts, attempts }: PurseParts): Purse {
  const reservations = createStore<ReadonlyMap<string, bigint>>(new Map())
  const spendingAt = (nowMs: number) =>
    spendingOf({ receipts: receipts.get(), attempts: attempts.get(), signing: reservations.get(), nowMs })
  return {
    reservations,
    spendingAt,
    reserve(id, amount, nowMs) {
      if (!fits(budget.get(), spendingAt(nowMs), amount)) return false
      reservations.set(new Map(reservations.get()).set(id, amount))
      return true
    },
    release(id) {
      reservations.set(new Map([...reservations.get()].filter(([other]) => other !== id)))
    },
  }
}
