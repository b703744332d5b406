import type { Product } from "@/lib/client/panel/product"

/** The product of a panel: an endpoint with its parameters filled in. Plain data, created on the server. */
export type PanelProduct = Product & {
  /** Contract id: `geo_events`. */
  readonly endpoint: string
  /** The screen that shows the panel: `/coins/BTC`. */
  readonly href: string
  /** The age of the oldest input that is worth a warning. Absent: the limit of daily macro data. */
  readonly maxInputAgeMs?: number
}

/** The screen that shows a product: `/coins/BTC` for `risk:BTC` on `/coins/{coin}`. */
export function hrefOf(screen: string, productId: string): string {
  return screen.replace("{coin}", coinOf(productId) ?? "")
}

/** `geo_events` for `geo_events?hours=24`, `risk` for `risk:BTC`. */
export function endpointOf(productId: string): string {
  return /^\w+/.exec(productId)?.[0] ?? productId
}

/** The id of a panel on its screen: `risk-BTC` for `risk:BTC`, `market_etf` for every choice of its parameters. */
export function anchorOf(productId: string): string {
  return [endpointOf(productId), coinOf(productId) ?? []].flat().join("-")
}

/** `ETH` for `risk:ETH?capital=5000`. Absent: not specific to a coin. */
export function coinOf(productId: string): string | undefined {
  return /^\w+:(\w+)/.exec(productId)?.[1]
}

/** One of the panels that a screen sells together. */
export type BundleProduct = PanelProduct & {
  /** A brief sells this answer, too. */
  readonly isInBrief: boolean
}
