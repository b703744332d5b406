import { BundleBar } from "@/components/budget/bundle-bar"
import { productOf, type ProductParams } from "@/components/panels/product/product-of"
import { isPaid } from "@/lib/api/contract"
import { contractOf } from "./served"

type ScreenBundleProps = {
  /** The panels on the screen, in order. */
  readonly panels: readonly { readonly id: string; readonly params?: ProductParams }[]
}

/** The bundle bar for the panels of a screen that this deployment serves. */
export function ScreenBundle({ panels }: ScreenBundleProps) {
  const products = panels.flatMap(({ id, params }) => {
    const contract = contractOf(id)
    return contract && isPaid(contract) ? [productOf(contract, params ?? {})] : []
  })
  return <BundleBar products={products} />
}
