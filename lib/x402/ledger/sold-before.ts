import { sql } from "kysely"
import type { Store } from "@/lib/store/open-store"
import { toPayment } from "./payment-row"

/**
 * The newest answer that was sold for one of these resources, of 200 characters at most, before a time and is still kept; `null`: there
 * is none.
 */
export async function soldBefore(store: Store, resources: readonly string[], beforeMs: number) {
  const rows = await Promise.all(resources.map((resource) => newestSale(store, resource, beforeMs).executeTakeFirst()))
  const [newest] = rows
    .flatMap((row) => (row === undefined ? [] : [row]))
    .toSorted((a, b) => (b.answered_ms ?? 0) - (a.answered_ms ?? 0))
  const payment = newest === undefined ? null : await toPayment(newest)
  if (payment?.answer == null || payment.answeredAtMs === null) return null
  return { request: payment.resource, body: payment.answer.body, soldAtMs: payment.answeredAtMs }
}

/** One step in an index. SQLite uses a partial index only for a query that repeats its condition as it is written. */
export function newestSale(store: Store, resource: string, beforeMs: number) {
  return store
    .selectFrom("payments")
    .selectAll()
    .where(sql<boolean>`state = 'settled' and answer_body is not null and length(resource) <= 200`)
    .where("resource", "=", resource)
    .where("answered_ms", "<=", beforeMs)
    .orderBy("answered_ms", "desc")
    .limit(1)
}
