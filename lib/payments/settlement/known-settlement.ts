import type { PaymentStatus } from "@/lib/ledger/settlement-queue"
import { isPaymentReason } from "@/lib/payments/wire/reason"
import type { Settlement } from "./settler"

/** The outcome in the ledger; `null` while it is open. */
export function knownSettlement(
  payment: Pick<PaymentStatus, "state" | "transaction" | "reason"> | null,
): Settlement | null {
  if (payment?.state === "answered" || payment?.state === "sent") return null
  if (payment?.state === "settled" && payment.transaction) return { kind: "settled", transaction: payment.transaction }
  if (payment?.state === "refused" && payment.reason !== null && isPaymentReason(payment.reason)) {
    return { kind: "refused", reason: payment.reason }
  }
  return { kind: "unsent", cause: new Error("The claim was withdrawn.") }
}
