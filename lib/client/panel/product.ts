import { amountOf, type Attempt } from "@/lib/client/purchase/attempt"

/** One thing for sale, as far as buying it needs to know: an endpoint with its parameters filled in. */
export type Product = {
  /** `signal:BTC` */
  readonly id: string
  /** Name of the panel: `BTC signal`. */
  readonly title: string
  /** `/api/signal/BTC` */
  readonly path: string
  /** Price in the catalogue, atomic units. */
  readonly price: string
  /** Age at which an answer is called old. */
  readonly staleAfterMs: number
}

/** What a payment is for, as far as it can be told without its panel. */
export function productOfAttempt(attempt: Attempt): Product {
  const { productId: id, path, title = path } = attempt
  return { id, title, path, price: amountOf(attempt).toString(), staleAfterMs: 0 }
}
