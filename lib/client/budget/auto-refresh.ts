import type { PanelAction, PanelStatus } from "@/lib/client/panel/view"

export type AutoRefreshInput = {
  /** The reader allowed it today. */
  readonly allowed: boolean
  readonly visible: boolean
  readonly status: Pick<PanelStatus, "kind">
  readonly action: PanelAction
  /** What was paid for the answer on the screen; `null` without one. Atomic units. */
  readonly paid: string | null
  readonly price: string
  /** The free check of versions was answered just now: after a while in the background it is to be made anew. */
  readonly checked: boolean
  /** Whether a newer answer is known to exist; `null` when versions do not tell, then age decides. */
  readonly newer: boolean | null
}

/**
 * Whether a panel renews itself now. It does so only for what was opened by hand before, at no more than was paid then,
 * when there is something new by what the service says now, and while somebody looks. Declining, refusal and doubt end
 * it: those wait for a click.
 */
export function isAutoRefreshDue(situation: AutoRefreshInput): boolean {
  const { allowed, visible, checked, status, action, paid, price, newer } = situation
  if (!allowed || !visible || !checked || action !== "pay") return false
  if (paid === null || BigInt(price) > BigInt(paid)) return false
  if (status.kind === "outdated") return true
  return status.kind === "delivered-stale" && newer !== false
}

const FAULTS: ReadonlySet<PanelStatus["kind"]> = new Set([
  "rejected",
  "cancelled",
  "wallet-failed",
  "refused",
  "failed",
  "unknown",
  "spent",
  "unsent",
])

/** Whether what a panel paid for by itself came to an end after which none pays by itself any more. */
export function stopsAutoRefresh({ kind }: Pick<PanelStatus, "kind">): boolean {
  return FAULTS.has(kind)
}
