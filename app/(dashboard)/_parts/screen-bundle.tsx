import { BundleBar } from "@/components/budget/bundle-bar"
import { productOf, type ProductParams } from "@/components/panels/product/product-of"
import { briefContract } from "@/lib/api/brief"
import { isPaid, underApi } from "@/lib/api/contract"
import { contractByVersionKey } from "@/lib/api/sold-answers"
import { contractOf } from "./served"

const API = underApi("")
const sellsBriefs = contractOf(briefContract.id) !== null

type ScreenBundleProps = {
  /** The panels on the screen, in order. */
  readonly panels: readonly { readonly id: string; readonly params?: ProductParams }[]
}

/** The bundle bar for the panels of a screen that this deployment serves. */
export function ScreenBundle({ panels }: ScreenBundleProps) {
  const products = panels.flatMap(({ id, params }) => {
    const contract = contractOf(id)
    if (!contract || !isPaid(contract)) return []
    const product = productOf(contract, params ?? {})
    return [{ ...product, isInBrief: sellsBriefs && contractByVersionKey.has(product.path.replace(API, "")) }]
  })
  return <BundleBar products={products} />
}
