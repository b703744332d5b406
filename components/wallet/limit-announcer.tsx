import { useStore } from "@/lib/client/browser/use-store"
import { blockedPanels } from "@/lib/client/budget/blocked-panels"

/**
 * Announces once that the daily limit blocks panels. Polite, because an alert would interrupt the announcement of the
 * purchase that reached the limit.
 */
export function LimitAnnouncer() {
  return (
    <output className="visually-hidden" aria-label="Budget">
      {useStore(blockedPanels) > 0
        ? "Your limit for today leaves too little for panels here. Their button changes it."
        : ""}
    </output>
  )
}
