import { usePurchaseClient } from "@/components/app/app-context"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { isInProgress } from "@/lib/client/panel/machine"
import type { PanelProduct } from "@/components/panels/product/panel-product"

/** The outcome of a payment is shown in the panel that started it, so its parameters stay fixed meanwhile. */
export function usePurchaseInProgress(product: PanelProduct): boolean {
  const client = usePurchaseClient()
  const state = useMaybeStore(client?.controllerOf(product) ?? null)
  return state !== null && isInProgress(state.purchase)
}
