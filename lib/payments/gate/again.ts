import type { Payment, Purchase } from "@/lib/ledger/payment"
import { NotChargedError } from "@/lib/payments/errors"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import { type BusyOptions, outcomesOf } from "./busy-proof"
import { fetchAgain } from "./fetch-again"
import type { GateOutcome } from "./gate-outcome"
import { isBusy } from "./known-proof"

/** What a proof comes to that the ledger knows. */
export type Again = (known: Payment, purchase: Purchase) => Promise<GateOutcome>

export type AgainOptions = BusyOptions & {
  /** How long after its settlement a payment fetches its answer by itself: whoever has read it on the chain can, too. */
  readonly resendWindowMs: number
}

/** The proof is known: hand out what it bought, wait for whoever works on it, or say why not. */
export function createAgain(options: AgainOptions): Again {
  const outcomeOf = outcomesOf(options)
  return async (known, purchase) => {
    const payer = purchase.authorization.from
    const refused = (reason: PaymentReason): GateOutcome => ({ kind: "refused", reason, payer })
    if (known.resource !== purchase.resource) return refused("payment_already_used")
    const payment = isBusy(known) ? await outcomeOf(known.id) : known
    if (payment === null || isBusy(payment)) {
      return { kind: "pending", transaction: payment?.transaction ?? null, payer, cause: null }
    }
    if (payment.state !== "settled")
      return { kind: "failed", cause: new NotChargedError("The first request with this payment failed.") }
    return fetchAgain(payment, options.clock(), options.resendWindowMs)
  }
}
