import { marketPrice } from "@/lib/client/format/money"

/** The price at the time of the answer. */
export function PriceAtPurchase({ coin, price }: { readonly coin: string; readonly price: number }) {
  return (
    <p className="verdict-price">
      <span className="figure">{marketPrice(price)}</span>
      <small>{coin} when computed</small>
    </p>
  )
}
