import { usePurchaseClient } from "@/components/app/app-context"
import { useNow } from "@/lib/client/browser/use-now"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { startOfDay } from "@/lib/client/format/time"
import { type Budget, defaultBudget, isAutomatic, remaining } from "@/lib/client/budget/budget"
import { spendingOf } from "@/lib/client/budget/spending"

export type BudgetModel = {
  /** Atomic USDC, like the other amounts. */
  readonly limit: bigint
  readonly spent: bigint
  /** Signed or being signed, and not delivered. */
  readonly reserved: bigint
  readonly left: bigint
  /** Auto-refresh is on today. */
  readonly automatic: boolean
  /** The stored data is still being read. */
  readonly loading: boolean
  readonly change: (part: Partial<Budget>) => void
  readonly setAutomatic: (on: boolean) => void
}

const nothing: ReadonlyMap<string, bigint> = new Map()

/** Today's limit and the rest of it, updated by purchases, other tabs and at midnight. */
export function useBudget(): BudgetModel {
  const client = usePurchaseClient()
  const budget = useMaybeStore(client?.budget ?? null) ?? defaultBudget
  const receipts = useMaybeStore(client?.receipts ?? null) ?? []
  const attempts = useMaybeStore(client?.attempts ?? null) ?? []
  const signing = useMaybeStore(client?.spendLimiter.reservations ?? null) ?? nothing
  const nowMs = useNow()
  const spending = spendingOf({ receipts, attempts, signing, nowMs })
  const change = (part: Partial<Budget>) => client?.budget.change(part)
  return {
    limit: BigInt(budget.limit),
    ...spending,
    left: remaining(budget, spending),
    automatic: isAutomatic(budget, startOfDay(nowMs)),
    loading: client === null,
    change,
    setAutomatic: (on) => change({ autoDayMs: on ? startOfDay(Date.now()) : null }),
  }
}
