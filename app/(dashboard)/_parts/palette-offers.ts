import { screenOf } from "@/components/notifications/screen-of"
import { anchorOf } from "@/components/panels/product/panel-product"
import { productOf } from "@/components/panels/product/product-of"
import type { PaletteOffer } from "@/components/shell/palette"
import { isPaid } from "@/lib/api/contract"
import { contractOf } from "./served"

/** Panels without choices, each with its usual parameters. */
const offered = [
  ...["BTC", "ETH", "SOL"].flatMap((coin) => ["signal", "risk", "context"].map((id) => ({ id, params: { coin } }))),
  ...["regime", "market_overview", "market_etf", "geo_alert"].map((id) => ({ id, params: {} })),
]

/** The panels that the command palette can buy. */
export const paletteOffers: readonly PaletteOffer[] = offered.flatMap(({ id, params }) => {
  const contract = contractOf(id)
  if (contract === null || !isPaid(contract)) return []
  const { id: productId, title, price } = productOf(contract, params)
  return [{ productId, title, price, href: `${screenOf(productId)}#${anchorOf(productId)}` }]
})
