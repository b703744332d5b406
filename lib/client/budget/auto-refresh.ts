import type { PanelAction, PanelStatus } from "@/lib/client/panel/view"

export type AutoRefreshInput = {
  /** The user switched auto-refresh on today. */
  readonly allowed: boolean
  readonly visible: boolean
  readonly status: Pick<PanelStatus, "kind">
  readonly action: PanelAction
  /** The price that was paid for the shown answer, in atomic units; `null` without one. */
  readonly paid: string | null
  readonly price: string
  /** The free version check is recent. It is not after some time in a background tab. */
  readonly checked: boolean
  /** Whether a newer version exists; `null` when unknown, and age decides. */
  readonly newer: boolean | null
}

/**
 * Whether a panel buys its next version now. It must have been bought by hand before, cost no more than then, have a
 * newer version, and be visible. A declined, refused or unconfirmed payment stops it.
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

/** Whether the outcome of an automatic purchase switches auto-refresh off. */
export function stopsAutoRefresh({ kind }: Pick<PanelStatus, "kind">): boolean {
  return FAULTS.has(kind)
}
