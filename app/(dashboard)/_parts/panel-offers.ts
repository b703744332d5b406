import { screenOf } from "@/components/notifications/screen-of"
import type { PanelOffer } from "@/components/panels/product/panel-offer"
import { anchorOf } from "@/components/panels/product/panel-product"
import { bundleProduct } from "./bundle-product"

/** Panels without choices, each with its usual parameters. */
const offered = [
  ...["BTC", "ETH", "SOL"].flatMap((coin) => ["signal", "risk", "context"].map((id) => ({ id, params: { coin } }))),
  ...["regime", "market_overview", "market_etf", "geo_alert", "events", "institutions"].map((id) => ({
    id,
    params: {},
  })),
]

/** The panels of the checklist, which the command palette can buy, too. */
export const panelOffers: readonly PanelOffer[] = offered.flatMap(({ id, params }) => {
  const product = bundleProduct(id, params)
  return product === null ? [] : [{ product, href: `${screenOf(product.id)}#${anchorOf(product.id)}` }]
})
