import type { PanelAction, PanelStatus } from "@/lib/client/panel/view"

export type AutoSituation = {
  /** The reader allowed it today. */
  readonly allowed: boolean
  readonly visible: boolean
  readonly status: Pick<PanelStatus, "kind">
  readonly action: PanelAction
  /** What was paid for the answer on the screen; `null` without one. Atomic units. */
  readonly paid: string | null
  readonly price: string
  /** Whether a newer answer is known to exist; `null` when that is not known, then age decides. */
  readonly newer: boolean | null
}

/**
 * Whether a panel renews itself now. It does so only for what was opened by hand before, at no more than was paid then,
 * when there is something new, and while somebody looks. Declining, refusal and doubt end it: those wait for a click.
 */
export function isAutoDue(situation: AutoSituation): boolean {
  const { allowed, visible, status, action, paid, price, newer } = situation
  if (!allowed || !visible || action !== "pay" || paid === null || BigInt(price) > BigInt(paid)) return false
  if (status.kind === "superseded") return true
  return status.kind === "delivered-stale" && newer !== false
}
