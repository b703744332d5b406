import type { BundleProduct } from "@/components/budget/bundle-bar"

/** A panel with its default choices, and the screen that shows it. */
export type PanelOffer = {
  readonly product: BundleProduct
  /** `/coins/BTC#signal-BTC` */
  readonly href: string
}
