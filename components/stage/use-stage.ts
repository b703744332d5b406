"use client"

import { useAppConfig, usePurchaseClient } from "@/components/app/app-context"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { groupBy } from "@/lib/domain/group-by"
import { paymentIdOf } from "@/lib/client/purchase/payment-id"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { Arrow } from "@/lib/client/stage/arrow"
import { arrowsOf } from "@/lib/client/stage/arrows"
import type { PaymentTrace } from "@/lib/client/stage/payment-trace"
import { signInArrowsOf } from "@/lib/client/stage/sign-in-arrows"
import type { SignInTrace } from "@/lib/client/stage/sign-in-trace"
import { stageView } from "@/lib/client/stage/stage-store"
import { traceOfReceipts } from "@/lib/client/stage/trace-of-receipt"

export type StageEntry = { readonly id: string; readonly title: string; readonly startedAtMs: number } & (
  | { readonly kind: "payment"; readonly trace: PaymentTrace }
  | { readonly kind: "sign-in"; readonly trace: SignInTrace }
)

export type Stage = {
  /** Newest first. */
  readonly entries: readonly StageEntry[]
  readonly shown: StageEntry | null
  readonly arrows: readonly Arrow[]
}

/** The payments and sign-ins of this browser, and the one to show. */
export function useStage(): Stage {
  const client = usePurchaseClient()
  const { chainId } = useAppConfig()
  const payments = useMaybeStore(client?.traces ?? null) ?? []
  const signIns = useMaybeStore(client?.signIns ?? null) ?? []
  const receipts = useMaybeStore(client?.receipts ?? null) ?? []
  const { shownId } = useStore(stageView)
  const entries = entriesOf(payments, signIns, receipts)
  const shown = entries.find(({ id }) => id === shownId) ?? entries[0] ?? null
  return { entries, shown, arrows: shown === null ? [] : arrowsOfEntry(shown, chainId) }
}

function arrowsOfEntry(entry: StageEntry, chainId: number): readonly Arrow[] {
  return entry.kind === "payment" ? arrowsOf(entry.trace, chainId) : signInArrowsOf(entry.trace)
}

function entriesOf(
  payments: readonly PaymentTrace[],
  signIns: readonly SignInTrace[],
  receipts: readonly Receipt[],
): readonly StageEntry[] {
  const traced = new Set(payments.map(({ id }) => id))
  const untraced = groupBy(
    receipts.filter((receipt) => !traced.has(paymentIdOf(receipt))),
    paymentIdOf,
  )
  const rebuilt = untraced.flatMap((parts) => traceOfReceipts(parts) ?? [])
  const all: readonly StageEntry[] = [
    ...[...payments, ...rebuilt].map((trace) => ({ kind: "payment" as const, ...namesOf(trace), trace })),
    ...signIns.map((trace) => ({ kind: "sign-in" as const, ...namesOf(trace), trace })),
  ]
  return all.toSorted((a, b) => b.startedAtMs - a.startedAtMs)
}

function namesOf({ id, title, startedAtMs }: PaymentTrace | SignInTrace) {
  return { id, title, startedAtMs }
}
