import type { GateOutcome } from "@/lib/payments/gate/payment-attempt"
import type { PaymentGate } from "@/lib/payments/payment-service"
import type { Metrics } from "./metrics"

const USDC = 1_000_000
/** Payments whose payer heard `pending`, the newest. Their delivery is a sale, although it is a redelivery. */
const MAX_PENDING = 10_000

/** Counts what payers hear. A payment counts as a sale once, with the first delivery of its answer. */
export function countPayments<G extends Pick<PaymentGate, "pay" | "redeem" | "payByChannel">>(
  gate: G,
  { payments, paymentsUsdc }: Pick<Metrics, "payments" | "paymentsUsdc">,
): G {
  const pending = new Set<string>()

  function record(outcome: GateOutcome, id: string, operation: string, method: "exact" | "transfer"): GateOutcome {
    const reason = outcome.kind === "refused" ? outcome.reason : outcome.kind === "failed" ? nameOf(outcome.cause) : ""
    const isRepeated = outcome.kind === "delivered" && outcome.redelivered && !pending.has(id)
    payments.inc({ outcome: isRepeated ? "redelivered" : outcome.kind, reason, method })
    if (outcome.kind === "pending") remember(id)
    if (outcome.kind === "delivered" && !isRepeated) {
      pending.delete(id)
      paymentsUsdc.inc({ operation }, Number(outcome.amount) / USDC)
    }
    return outcome
  }

  function remember(id: string): void {
    pending.add(id)
    const [oldest] = pending
    if (pending.size > MAX_PENDING && oldest !== undefined) pending.delete(oldest)
  }

  const { payByChannel } = gate
  const counted: PaymentGate["payByChannel"] =
    payByChannel &&
    (async (payment, offer, produce) => {
      const outcome = await payByChannel(payment, offer, produce)
      // A repeated charge looks like the first charge, so the dollars of sessions come from the ledger alone.
      const reason = outcome.kind === "refused" ? outcome.reason : ""
      payments.inc({ outcome: outcome.kind, reason, method: "session" })
      return outcome
    })

  return {
    ...gate,
    ...(counted && { payByChannel: counted }),
    async pay(payment, offer, produce) {
      const { from, nonce } = payment.authorization
      return record(await gate.pay(payment, offer, produce), `${from}/${nonce}`, offer.contract.id, "exact")
    },
    async redeem(proof, offer, produce) {
      return record(await gate.redeem(proof, offer, produce), proof.transaction, offer.contract.id, "transfer")
    },
  }
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : "unknown"
}
