import type { Product } from "@/lib/client/panel/product"

/** What a panel sells: any endpoint of the catalogue with its parameters filled in. Plain data, made on the server. */
export type PanelProduct = Omit<Product, "endpoint" | "coin"> & {
  /** Contract id: `geo_events`. */
  readonly endpoint: string
}

/** The engine tells products apart by id and path alone; the two names it also carries are not read there. */
export function forEngine({ id, title, path, price, staleAfterMs }: PanelProduct): Product {
  return { id, title, path, price, staleAfterMs, endpoint: "signal", coin: "" }
}

/** `geo_events` of `geo_events?hours=24`, `risk` of `risk:BTC`. */
export function endpointOf(productId: string): string {
  return /^\w+/.exec(productId)?.[0] ?? productId
}
