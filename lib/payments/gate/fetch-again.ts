import { SETTLEMENT_WAIT_MS } from "@/lib/ledger/ledger"
import type { Payment } from "@/lib/ledger/payment"
import type { GateOutcome } from "./gate-outcome"

/**
 * What a settled payment bought, in the same words, for as long after its settlement as the window is open. Whose settlement
 * was not waited for heard that it is pending: that payer may come back for as long as the answer is kept.
 */
export function fetchAgain(payment: Payment, nowMs: number, windowMs: number): GateOutcome {
  const { answer, transaction, answeredAtMs, settledAtMs } = payment
  const { from: payer, value: amount } = payment.authorization
  const isOpen = settledAtMs !== null && (nowMs <= settledAtMs + windowMs || wasLate(payment))
  if (!isOpen || answer === null || transaction === null) {
    return { kind: "refused", reason: "redelivery_window_closed", payer }
  }
  const soldAtMs = answeredAtMs ?? settledAtMs
  return { kind: "delivered", answer, transaction, payer, amount, soldAtMs, redelivered: true }
}

function wasLate({ answeredAtMs, settledAtMs }: Payment): boolean {
  return answeredAtMs !== null && settledAtMs !== null && settledAtMs - answeredAtMs > SETTLEMENT_WAIT_MS
}
