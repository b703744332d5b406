import { paymentIdOf } from "@/lib/client/purchase/payment-id"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { PaymentTrace } from "./payment-trace"

/**
 * The trace of a payment, rebuilt from its receipts after the trace itself was dropped.
 *
 * @param parts receipts of the same payment; a brief has several
 * @returns `null` for a payment that was made in another browser
 */
export function traceOfReceipts(parts: readonly Receipt[]): PaymentTrace | null {
  const [receipt] = parts
  if (!receipt || receipt.elsewhere) return null
  const { headers, signedAtMs, deliveredAtMs, startedAtMs, payer, productId, path, brief } = receipt
  const isWhole = brief === undefined && receipt.body !== null
  return {
    id: paymentIdOf(receipt),
    productId,
    title: brief === undefined ? receipt.title : `Brief: ${parts.length} ${parts.length === 1 ? "answer" : "answers"}`,
    path: brief ?? path,
    quote: null,
    required: headers?.required ?? "",
    payer,
    startedAtMs,
    signedAtMs,
    signature: headers?.signature ?? "",
    sends: [
      {
        sentAtMs: signedAtMs,
        answeredAtMs: deliveredAtMs,
        status: 200,
        headers: headers?.response == null ? [] : [["payment-response", headers.response]],
        length: isWhole ? JSON.stringify(receipt.body).length : null,
      },
    ],
    outcome: "delivered",
    reason: null,
  }
}
