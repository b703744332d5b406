import type { PanelState } from "@/lib/client/panel/machine"
import type { Product } from "@/lib/client/panel/product"
import type { BriefPart } from "@/lib/client/purchase/attempt"
import { itemOf } from "@/lib/client/purchase/split-brief"
import { totalOf } from "./total"

type PricedPart = BriefPart & { readonly price: string }

/** A brief of several panels: one payment for all their answers. */
export function briefOf(parts: readonly PricedPart[]): Product {
  const items = parts.map(({ path }) => itemOf(path)).join(",")
  return {
    id: `brief:${items}`,
    title: `Brief: ${parts.length} answers`,
    path: `/api/brief?items=${encodeURIComponent(items)}`,
    price: totalOf(parts).toString(),
    staleAfterMs: 0,
    parts: parts.map(({ id, title, path }) => ({ id, title, path })),
  }
}

/** The panels that the service sells now for one payment. `later`: the quote is loading. `no`: only panel by panel. */
export type BriefOffer<P> =
  | { readonly kind: "now"; readonly price: string; readonly sold: readonly P[]; readonly leftOut: readonly P[] }
  | { readonly kind: "later" | "no" }

/**
 * Compares the quote of a brief with the prices of its panels. Pure. Items without current data are left out of the
 * price; any other difference means that the brief is not sold at the shown prices.
 */
export function briefOffer<P extends PricedPart>({ quote, purchase }: PanelState, parts: readonly P[]): BriefOffer<P> {
  if (purchase.kind === "signing" || purchase.kind === "settling") return { kind: "later" }
  if (quote.kind === "none" || quote.kind === "loading") return { kind: "later" }
  if (quote.kind !== "ready") return { kind: "no" }
  const { accepted, items } = quote.quote
  const isLeftOut = ({ path }: P) => items?.[itemOf(path)] === "left out"
  const sold = parts.filter((part) => !isLeftOut(part))
  const price = accepted.amount
  if (totalOf(sold) !== BigInt(price)) return { kind: "no" }
  return { kind: "now", price, sold, leftOut: parts.filter(isLeftOut) }
}
