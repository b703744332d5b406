import type { BundleProduct } from "@/components/panels/product/panel-product"

/** A panel with its default choices, and the screen that shows it. */
export type PanelOffer = {
  readonly product: BundleProduct
  /** `/coins/BTC#signal-BTC` */
  readonly href: string
}
