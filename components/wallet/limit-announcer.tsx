import { useStore } from "@/lib/client/browser/use-store"
import { blockedPanels } from "@/lib/client/budget/blocked-panels"

/**
 * Says once that the limit of the day holds panels back, however many. It waits for its turn: a purchase is what reaches
 * the limit, and an alert would cut off the words on it.
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
