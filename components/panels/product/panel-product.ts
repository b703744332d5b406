import type { Product } from "@/lib/client/panel/product"

/** What a panel sells: any endpoint of the catalogue with its parameters filled in. Plain data, made on the server. */
export type PanelProduct = Product & {
  /** Contract id: `geo_events`. */
  readonly endpoint: string
}

/** `geo_events` of `geo_events?hours=24`, `risk` of `risk:BTC`. */
export function endpointOf(productId: string): string {
  return /^\w+/.exec(productId)?.[0] ?? productId
}

/** `ETH` of `risk:ETH?capital=5000`; absent: it is not about one coin. */
export function coinOf(productId: string): string | undefined {
  return /^\w+:(\w+)/.exec(productId)?.[1]
}
