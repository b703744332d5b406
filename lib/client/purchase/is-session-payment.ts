import type { PaymentPayload, SessionPayment } from "./wire"

export function isSessionPayment(payment: PaymentPayload): payment is SessionPayment {
  return payment.accepted.scheme === "batch-settlement"
}
