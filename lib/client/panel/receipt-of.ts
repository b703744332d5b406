import { answeredAtMs } from "@/lib/client/purchase/answered-at"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { amountOf, payerOf } from "@/lib/client/purchase/attempt-facts"
import type { Outcome } from "@/lib/client/purchase/outcome"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { splitBrief } from "@/lib/client/purchase/split-brief"
import { isSessionPayment } from "@/lib/client/purchase/is-session-payment"
import { versionInTag } from "@/lib/client/versions/entity-tag"
import type { Product } from "./product"

/** A delivered answer with its response headers. */
type Delivery = Extract<Outcome, { kind: "delivered" }> & {
  readonly deliveredAtMs: number
  readonly signatureHeader: string
  readonly paymentResponse: string | null
  /** `Date` header. */
  readonly date: string | null
  /** `ETag` header: the version that was delivered, which may not be the latest. */
  readonly etag: string | null
}

/** The receipts of a delivered payment: one for each part of a brief. Pure. */
export function receiptsOf(product: Product, attempt: Attempt, delivery: Delivery): readonly Receipt[] {
  const receipt = receiptOf(product, attempt, delivery)
  return product.parts ? splitBrief(receipt, product.parts, delivery.date) : [receipt]
}

function receiptOf({ id: productId, title, path }: Product, attempt: Attempt, delivery: Delivery): Receipt {
  const { accepted } = attempt.payload
  const { deliveredAtMs, body, date } = delivery
  return {
    id: attempt.id,
    productId,
    title,
    path,
    amount: amountOf(attempt).toString(),
    asset: accepted.asset,
    network: accepted.network,
    payer: payerOf(attempt),
    payTo: accepted.payTo,
    // A voucher has no transaction of its own.
    transaction: delivery.payment?.transaction || null,
    startedAtMs: attempt.startedAtMs,
    signedAtMs: attempt.signedAtMs,
    deliveredAtMs,
    answeredAtMs: answeredAtMs(body, { deliveredAtMs, date }),
    headers: {
      required: attempt.requiredHeader,
      signature: delivery.signatureHeader,
      response: delivery.paymentResponse,
    },
    body,
    ...channelOf(attempt),
    ...versionInTag(delivery.etag),
  }
}

function channelOf({ payload }: Attempt): Pick<Receipt, "channelId"> {
  return isSessionPayment(payload) ? { channelId: payload.payload.voucher.channelId } : {}
}
