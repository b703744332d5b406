import type { Attempt, BriefPart } from "@/lib/client/purchase/attempt"
import { amountOf } from "@/lib/client/purchase/attempt-facts"

/** One product for sale: an endpoint with its parameters filled in. */
export type Product = {
  /** `signal:BTC` */
  readonly id: string
  /** Panel title: `BTC signal`. */
  readonly title: string
  /** `/api/signal/BTC` */
  readonly path: string
  /** Price in the catalogue, atomic units. */
  readonly price: string
  /** Age after which an answer is shown as old. */
  readonly staleAfterMs: number
  /** The products of a brief, which is bought by one payment; absent for one answer. */
  readonly parts?: readonly BriefPart[]
}

/** The product of a payment, for use without its panel. */
export function productOfAttempt(attempt: Attempt): Product {
  const { productId: id, path, title = path, parts } = attempt
  return { id, title, path, price: amountOf(attempt).toString(), staleAfterMs: 0, ...(parts && { parts }) }
}
