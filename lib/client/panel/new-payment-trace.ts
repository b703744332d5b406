import type { PaymentTrace, HttpExchange } from "@/lib/client/stage/payment-trace"
import type { Quote } from "@/lib/client/purchase/quote"
import type { Product } from "./product"

/** The trace of a payment whose signature was just requested. */
export function newPaymentTrace(
  { id: productId, title, path }: Product,
  begun: Pick<PaymentTrace, "id" | "payer" | "startedAtMs"> & {
    readonly quote: Quote
    readonly quoted: HttpExchange | null
  },
): PaymentTrace {
  const { quote, quoted, ...rest } = begun
  return {
    ...rest,
    productId,
    title,
    path,
    // The trace has this header as `required`.
    quote: quoted && { ...quoted, headers: quoted.headers.filter(([name]) => name !== "payment-required") },
    required: quote.requiredHeader,
    signedAtMs: null,
    signature: null,
    sends: [],
    outcome: "signing",
    reason: null,
  }
}
