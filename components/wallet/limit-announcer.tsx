import { useStore } from "@/lib/client/browser/use-store"
import { blockedPanels } from "@/lib/client/budget/blocked-panels"

/**
 * Announces once that the daily limit blocks panels. Polite, because an alert would interrupt the announcement of the
 * purchase that reached the limit.
 */
export function LimitAnnouncer() {
  return (
    <output className="visually-hidden" aria-label="Budget">
      {useStore(blockedPanels) > 0 ? "Today's limit is too low for some panels here. Their button raises it." : ""}
    </output>
  )
}
