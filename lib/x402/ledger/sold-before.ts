import type { Store } from "@/lib/store/open-store"
import { toPayment } from "./payment-row"

/** The newest answer that was sold for one of these resources before a time and is still kept; `null`: there is none. */
export async function soldBefore(store: Store, resources: readonly string[], beforeMs: number) {
  const row = await store
    .selectFrom("payments")
    .selectAll()
    .where("state", "=", "settled")
    .where("resource", "in", [...resources])
    .where("answered_ms", "<=", beforeMs)
    .where("answer_body", "is not", null)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst()
  const payment = row === undefined ? null : await toPayment(row)
  if (payment?.answer == null || payment.answeredAtMs === null) return null
  return { request: payment.resource, body: payment.answer.body, soldAtMs: payment.answeredAtMs }
}
