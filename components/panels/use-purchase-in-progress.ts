import { usePurchaseClient } from "@/components/app/app-context"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { isUnderWay } from "@/lib/client/panel/machine"
import type { PanelProduct } from "@/components/panels/product/panel-product"

/** What becomes of a payment is said where it was made: meanwhile no other question takes its place. */
export function usePurchaseInProgress(product: PanelProduct): boolean {
  const client = usePurchaseClient()
  const state = useMaybeStore(client?.controllerOf(product) ?? null)
  return state !== null && isUnderWay(state.purchase)
}
