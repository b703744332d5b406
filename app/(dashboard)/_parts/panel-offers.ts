import { cookies } from "next/headers"
import { screenOf } from "@/components/notifications/screen-of"
import type { PanelOffer } from "@/components/panels/product/panel-offer"
import { anchorOf } from "@/components/panels/product/panel-product"
import type { ProductParams } from "@/components/panels/product/product-of"
import { parsePreferences, PREFERENCES_COOKIE } from "@/lib/client/browser/preferences"
import { COINS } from "@/lib/domain/market/coin"
import { bundleProduct } from "./bundle-product"

/** A panel with its parameters. */
export type PanelKey = { readonly id: string; readonly params?: ProductParams }

/** Every panel, those with choices with their default parameters. */
const keys: readonly PanelKey[] = [
  ...COINS.flatMap((coin) => ["signal", "risk", "context"].map((id) => ({ id, params: { coin } }))),
  { id: "regime" },
  { id: "market_overview" },
  { id: "market_etf" },
  { id: "geo_alert" },
  { id: "geo_events" },
  { id: "events" },
  { id: "institutions" },
  { id: "defi_recommend" },
  { id: "yields" },
  { id: "dex_alpha" },
]

const offered = keys.flatMap((key) => {
  const product = bundleProduct(key.id, key.params)
  return product === null ? [] : [{ key, product }]
})

/** The panels of the checklist, which the command palette can buy, too. */
export const panelOffers: readonly PanelOffer[] = offered.map(({ product }) => ({
  product,
  href: `${screenOf(product.id)}#${anchorOf(product.id)}`,
}))

export async function storedPreferences() {
  return parsePreferences((await cookies()).get(PREFERENCES_COOKIE)?.value)
}

/** The pinned panels that this deployment sells, in the order of the pins. */
export function pinnedKeys(pinned: readonly string[]): readonly PanelKey[] {
  return pinned.flatMap((id) => offered.find(({ product }) => product.id === id)?.key ?? [])
}

/** The panels that are not pinned. */
export function unpinnedKeys(panels: readonly PanelKey[], pinned: readonly string[]): readonly PanelKey[] {
  return panels.filter(({ id, params }) => !pinned.includes(bundleProduct(id, params)?.id ?? ""))
}
