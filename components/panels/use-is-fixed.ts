import { useEngine } from "@/components/shell/app-context"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { isUnderWay } from "@/lib/client/panel/machine"
import { forEngine, type PanelProduct } from "./panel-product"

/** What becomes of a payment is said where it was made: meanwhile no other question takes its place. */
export function useIsFixed(product: PanelProduct): boolean {
  const engine = useEngine()
  const state = useMaybeStore(engine?.controllerOf(forEngine(product)) ?? null)
  return state !== null && isUnderWay(state.purchase)
}
