import type { Attempt } from "@/lib/client/purchase/attempt"
import type { PanelProduct } from "./panel-product"

/** One of several questions to the same endpoint. */
export type Offer = { readonly name: string; readonly product: PanelProduct; readonly owned: boolean }

/** The offer to show first: one whose payment is in doubt, then one that is owned. */
export function preferredOffer(
  offers: readonly Offer[],
  attempts: readonly Pick<Attempt, "productId">[],
): Offer | undefined {
  const isInDoubt = ({ product }: Offer) => attempts.some(({ productId }) => productId === product.id)
  return offers.find(isInDoubt) ?? offers.find(({ owned }) => owned) ?? offers[0]
}
