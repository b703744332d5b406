"use client"

import Link from "next/link"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { useNow } from "@/lib/client/browser/use-now"
import { dollars } from "@/lib/client/format/money"
import { startOfDay } from "@/lib/client/format/time"
import { spentSince } from "@/lib/client/purchase/spend"
import { useEngine } from "./app-context"

/** What this browser paid today; the way to the receipts. */
export function SpendToday() {
  const receipts = useMaybeStore(useEngine()?.receipts ?? null)
  const nowMs = useNow()
  const spent = receipts === null ? null : spentSince(receipts, startOfDay(nowMs))
  return (
    <Link className="header-figure" href="/receipts" aria-label={`Receipts. Spent today: ${textOf(spent)}`}>
      <span className="label">Today</span>
      <span className="figure">{textOf(spent)}</span>
    </Link>
  )
}

function textOf(spent: bigint | null): string {
  return spent === null ? "$–.––" : dollars(spent)
}
