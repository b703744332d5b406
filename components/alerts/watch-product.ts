import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import type { Params } from "@/lib/api/contract"
import type { PanelProduct } from "@/components/panels/product/panel-product"
import { productOf } from "@/components/panels/product/product-of"
import { sha256 } from "@/lib/client/record/sha256"
import { DAY_MS } from "@/lib/domain/utc-day"

export type WatchParams = Params<typeof alertWatchContract>

/**
 * The watch as a product. The same parameters are the same product, so that an unfinished payment is found again. Its id
 * has a hash of the address, because a push subscription has hundreds of characters.
 */
export function watchProduct(params: WatchParams): PanelProduct {
  const { id, path, title, price } = alertWatchContract
  const staleAfterMs = params.for === "7d" ? 7 * DAY_MS : DAY_MS
  const product = productOf({ id, path, title, price, screen: "/receipts", staleAfterMs }, params)
  return {
    ...product,
    id: `${alertWatchContract.id}?hash=${sha256(product.path).slice(0, 16)}`,
  }
}
