import { cookies } from "next/headers"
import { panels, panelsOn } from "@/components/panels"
import type { PanelOffer } from "@/components/panels/product/panel-offer"
import { anchorOf } from "@/components/panels/product/panel-product"
import type { ProductParams } from "@/components/panels/product/product-of"
import { parsePreferences, PREFERENCES_COOKIE } from "@/lib/client/browser/preferences"
import { COINS } from "@/lib/domain/market/coin"
import { bundleProduct } from "./bundle-product"
import { contractOf } from "./served"

/** A panel with its parameters. */
export type PanelKey = { readonly id: string; readonly params?: ProductParams }

/** Every panel that needs no other parameters than its coin; those with choices with their default parameters. */
const keys: readonly PanelKey[] = [
  ...COINS.flatMap((coin) => panelsOn(`/coins/${coin}`).map(({ id }) => ({ id, params: { coin } }))),
  ...panels.filter(({ screen }) => !screen.includes("{coin}")).map(({ id }) => ({ id })),
].filter(({ id }) => contractOf(id)?.queryParams.safeParse({}).success)

const offered = keys.flatMap((key) => {
  const product = bundleProduct(key.id, key.params)
  return product === null ? [] : [{ key, product }]
})

/** The panels of the checklist, which the command palette can buy, too. */
export const panelOffers: readonly PanelOffer[] = offered.map(({ product }) => ({
  product,
  href: `${product.href}#${anchorOf(product.id)}`,
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
