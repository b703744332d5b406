import type { Clock, Sleep } from "@/lib/domain/clock"
import { singleFlight } from "@/lib/domain/single-flight"
import { ABANDONED, latestClaimEndMs, type Ledger, SETTLEMENT_WAIT_MS } from "@/lib/x402/ledger/ledger"
import type { Payment, Purchase } from "@/lib/x402/ledger/payment"
import { NotChargedError } from "@/lib/x402/errors"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { GateOutcome } from "./payment-attempt"

/** How long a repeated request waits for the first one to finish. */
const WAIT_MS = 20_000
const POLL_MS = 100
const MAX_POLLS = WAIT_MS / POLL_MS

/** Whether the ledger has this proof and it cannot be claimed again. A claim that expired unsent can. */
export function isInUse(payment: Payment, nowMs: number): boolean {
  if (payment.state === "settled" || payment.state === "sent") return true
  const { claimedUntilMs } = payment
  return isInProgress(payment) && claimedUntilMs >= nowMs && claimedUntilMs <= latestClaimEndMs(nowMs)
}

/** A process works on the payment, or stopped before it finished. */
export function isInProgress(payment: Payment): boolean {
  return payment.state === "claimed" || payment.state === "answered" || payment.state === "sent"
}

/**
 * Compares every signed field and the signature itself. The id alone is public, so it proves
 * nothing. The chain publishes the signature too, so it is trusted during the redelivery window only.
 */
export function isSameProof(a: Purchase, b: Purchase): boolean {
  const [x, y] = [a.authorization, b.authorization]
  return (
    x.signature === y.signature &&
    x.to === y.to &&
    x.value === y.value &&
    x.validAfterS === y.validAfterS &&
    x.validBeforeS === y.validBeforeS
  )
}

/** The outcome of a proof that the ledger knows. */
export type ResolveKnownPayment = (known: Payment, purchase: Purchase) => Promise<GateOutcome>

export type KnownPaymentOptions = {
  readonly ledger: Pick<Ledger, "find">
  readonly clock: Clock
  readonly sleep: Sleep
  /**
   * How long after its settlement a payment fetches its answer without a sign-in: everybody can read the payment on the
   * chain.
   */
  readonly resendWindowMs: number
}

/**
 * Redelivers the answer that the proof bought, waits for the request that computes it, or returns why neither is
 * possible.
 */
export function createResolveKnownPayment(options: KnownPaymentOptions): ResolveKnownPayment {
  const waitForPayment = createWaitForPayment(options)
  return async (known, purchase) => {
    const payer = purchase.authorization.from
    const refused = (reason: PaymentReason): GateOutcome => ({ kind: "refused", reason, payer })
    if (known.resource !== purchase.resource) return refused("payment_already_used")
    const payment = isInProgress(known) ? await waitForPayment(known.id) : known
    if (payment === null || isInProgress(payment)) {
      return { kind: "pending", transaction: payment?.transaction ?? null, payer, cause: null }
    }
    if (payment.state === "released" && payment.reason === ABANDONED)
      return { kind: "failed", cause: new AbandonedError() }
    if (payment.state !== "settled")
      return { kind: "failed", cause: new NotChargedError("The first request with this payment failed.") }
    return redeliverAnswer(payment, options.clock(), options.resendWindowMs)
  }
}

/** The process that worked on the payment has ended, and nothing was sent: the payment can be claimed again at once. */
export class AbandonedError extends NotChargedError {
  constructor() {
    super("The first request with this payment failed.")
  }
}

/**
 * Waits for a payment in progress. Resolves with its last row, or `null` when the row is gone. All requests that wait for
 * one payment share one series of reads.
 */
function createWaitForPayment({ ledger, clock, sleep }: KnownPaymentOptions): (id: string) => Promise<Payment | null> {
  return singleFlight(async (id: string) => {
    const deadlineMs = clock() + WAIT_MS
    // The count ends the wait when the clock is set back meanwhile.
    for (let polls = 1; ; polls += 1) {
      await sleep(POLL_MS)
      const payment = await ledger.find(id)
      const isLate = clock() >= deadlineMs || polls >= MAX_POLLS
      if (payment === null || !isInProgress(payment) || isLate) return payment
    }
  })
}

/**
 * The stored answer of a settled payment, within the window after its settlement. A payer whose settlement took longer than
 * a request waits was answered "pending", so that payer may fetch the answer for as long as it is kept.
 */
export function redeliverAnswer(payment: Payment, nowMs: number, windowMs: number): GateOutcome {
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
