import { categoryNames } from "@/components/panels/parts/categories"
import { coinOf, endpointOf } from "@/components/panels/product/panel-product"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { contextContract } from "@/lib/endpoints/context/contract"

export type Vote = "long" | "short" | "neutral" | null

export type ReadingHistory = {
  /** Times of the answers in ms, oldest first. */
  readonly atMs: readonly number[]
  /** One row an indicator; `votes` has one entry an answer, `undefined` where the answer does not have the reading. */
  readonly rows: readonly { readonly name: string; readonly votes: readonly (Vote | undefined)[] }[]
}

/** More columns are too narrow to see. */
const MAX_ANSWERS = 40

/** The votes of every reading in the bought answers of one coin, newest answers only. Pure; it costs nothing. */
export function readingHistory(receipts: readonly Receipt[], coin: string): ReadingHistory {
  const answers = new Map(
    receipts
      .filter(({ productId }) => endpointOf(productId) === contextContract.id && coinOf(productId) === coin)
      .flatMap(({ body }) => contextContract.response.safeParse(body).data ?? [])
      .map((answer) => [Date.parse(answer.timestamp), answer] as const),
  )
  const shown = [...answers].toSorted(([a], [b]) => a - b).slice(-MAX_ANSWERS)
  const keys = categoryNames.flatMap(([category]) => [
    ...new Set(
      shown.flatMap(([, { details }]) => Object.keys(details).filter((key) => key.startsWith(`${category}.`))),
    ),
  ])
  return {
    atMs: shown.map(([atMs]) => atMs),
    rows: keys.map((key) => ({
      name: key.slice(key.indexOf(".") + 1),
      votes: shown.map(([, { details }]) => details[key]?.vote),
    })),
  }
}
