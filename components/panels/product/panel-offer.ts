import type { BundleProduct } from "@/components/budget/bundle-bar"

/** A panel without choices, and the screen that shows it. */
export type PanelOffer = {
  readonly product: BundleProduct
  /** `/coins/BTC#signal-BTC` */
  readonly href: string
}
