import type { Payment } from "@/lib/ledger/payment"
import type { GateOutcome } from "./gate-outcome"

/** What a settled payment bought, in the same words, for as long after its settlement as the window is open. */
export function fetchAgain(payment: Payment, nowMs: number, windowMs: number): GateOutcome {
  const { answer, transaction, answeredAtMs, settledAtMs } = payment
  const payer = payment.authorization.from
  const isOpen = settledAtMs !== null && nowMs <= settledAtMs + windowMs
  if (!isOpen || answer === null || transaction === null) {
    return { kind: "refused", reason: "redelivery_window_closed", payer }
  }
  return { kind: "delivered", answer, transaction, payer, soldAtMs: answeredAtMs ?? settledAtMs, redelivered: true }
}
