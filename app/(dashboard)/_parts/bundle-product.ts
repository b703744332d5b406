import type { BundleProduct } from "@/components/panels/product/panel-product"
import { soldOf } from "@/components/panels"
import { productOf, type ProductParams } from "@/components/panels/product/product-of"
import { briefContract } from "@/lib/endpoints/brief/contract"
import { underApi } from "@/lib/api/contract"
import { contractByVersionKey } from "@/lib/endpoints"
import { contractOf } from "./served"

const API = underApi("")
const hasBrief = contractOf(briefContract.id) !== null

/** The product of a panel; `null` if this deployment does not sell it. */
export function bundleProduct(id: string, params: ProductParams = {}): BundleProduct | null {
  const contract = contractOf(id)
  const sold = contract && soldOf(contract)
  if (!sold) return null
  const product = productOf(sold, params)
  return { ...product, isInBrief: hasBrief && contractByVersionKey.has(product.path.replace(API, "")) }
}
