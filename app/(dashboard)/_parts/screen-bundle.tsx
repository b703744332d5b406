import { BundleBar } from "@/components/budget/bundle-bar"
import type { ProductParams } from "@/components/panels/product/product-of"
import { bundleProduct } from "./bundle-product"

type ScreenBundleProps = {
  /** The panels on the screen, in order. */
  readonly panels: readonly { readonly id: string; readonly params?: ProductParams }[]
}

/** The bundle bar for the panels of a screen that this deployment serves. */
export function ScreenBundle({ panels }: ScreenBundleProps) {
  return <BundleBar products={panels.flatMap(({ id, params }) => bundleProduct(id, params) ?? [])} />
}
