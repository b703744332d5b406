import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import { type Answer, type Authorization, type Payment, paymentId, type Purchase } from "@/lib/ledger/payment"
import { checkTerms, isSignedByKey } from "./check"
import type { PresentedPayment } from "./decode"
import { diagnose } from "./diagnose"
import { ChainUnavailableError, NotChargedError } from "./errors"
import type { PaymentReason } from "./reason"
import { type Offer, type PaymentTerms, resourceOf } from "./requirements"
import type { Settler } from "./settler"
import type { Sleep } from "./sleep"

/**
 * - `delivered`: paid, and here is the answer, new or (`redelivered`) the same bytes as before;
 * - `refused`: not charged, for the reason given;
 * - `pending`: whether the payment went through is not known yet; the same request with the same proof is safe to
 *   repeat, a new one is not. `cause` is `null` when only time is missing;
 * - `failed`: our side could not do its part; not charged.
 */
export type GateOutcome =
  | {
      readonly kind: "delivered"
      readonly answer: Answer
      readonly transaction: `0x${string}`
      readonly payer: `0x${string}`
      readonly redelivered: boolean
    }
  | { readonly kind: "refused"; readonly reason: PaymentReason; readonly payer: `0x${string}` | null }
  | {
      readonly kind: "pending"
      readonly transaction: `0x${string}` | null
      readonly payer: `0x${string}`
      readonly cause: unknown
    }
  | { readonly kind: "failed"; readonly cause: unknown }

export type Gate = {
  /** `produce` runs at most once per proof, after every check and before any money moves. Never rejects. */
  pay(payment: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome>
}

export type GateOptions = {
  readonly ledger: Ledger
  readonly chain: Pick<UsdcChain, "preflight" | "findTransfer">
  readonly settler: Pick<Settler, "settle">
  readonly terms: PaymentTerms
  readonly domainSeparator: `0x${string}`
  readonly clock: Clock
  readonly sleep: Sleep
  readonly redeliveryWindowMs: number
}

/** How long a repeated request waits for the first one to finish. */
const BUSY_WAIT_MS = 20_000
const BUSY_POLL_MS = 100

/**
 * The way of a paid request: terms → window → ledger → signature → chain → claim → answer → settlement.
 *
 * One proof buys one answer. Copies of a request that arrive together wait for the first and get its outcome.
 */
export function createGate(options: GateOptions): Gate {
  const { ledger, chain, settler, terms, clock, sleep } = options
  const running = new Map<string, { readonly purchase: Purchase; readonly outcome: Promise<GateOutcome> }>()

  async function pay(presented: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    try {
      return await admit(presented, offer, produce)
    } catch (cause) {
      // The ledger could not be asked, so this proof may have been charged before: never say that it was not.
      return { kind: "pending", transaction: null, payer: presented.authorization.from, cause }
    }
  }

  async function admit(presented: PresentedPayment, offer: Offer, produce: () => Promise<Answer>) {
    const purchase = toPurchase(presented.authorization, offer)
    const id = paymentId(purchase)
    const payer = purchase.authorization.from
    const refused = (reason: PaymentReason): GateOutcome => ({ kind: "refused", reason, payer })

    // A proof that was already sold is past its window sooner or later, so the ledger is asked before the clock.
    const termsReason = checkTerms(presented, offer, terms, clock())
    if (termsReason && !isWindowReason(termsReason)) return refused(termsReason)

    const first = running.get(id)
    if (first && isSameProof(first.purchase, purchase)) return joinFirst(first, purchase, refused)

    const known = await ledger.find(id)
    if (known && isSameProof(known, purchase) && isSpoken(known, clock())) return again(known, purchase)
    if (termsReason) return refused(termsReason)

    const signedByKey = isSignedByKey(purchase.authorization, options.domainSeparator)
    const other = running.get(id)
    if (other && isSameProof(other.purchase, purchase)) return joinFirst(other, purchase, refused)
    const outcome = buy(id, purchase, signedByKey, produce, refused)
    running.set(id, { purchase, outcome })
    try {
      return await outcome
    } finally {
      if (running.get(id)?.outcome === outcome) running.delete(id)
    }
  }

  function joinFirst(
    first: { readonly purchase: Purchase; readonly outcome: Promise<GateOutcome> },
    purchase: Purchase,
    refused: (reason: PaymentReason) => GateOutcome,
  ): Promise<GateOutcome> | GateOutcome {
    if (first.purchase.resource !== purchase.resource) return refused("payment_already_used")
    return first.outcome.then((outcome) => (outcome.kind === "delivered" ? { ...outcome, redelivered: true } : outcome))
  }

  async function buy(
    id: string,
    purchase: Purchase,
    signedByKey: boolean,
    produce: () => Promise<Answer>,
    refused: (reason: PaymentReason) => GateOutcome,
  ): Promise<GateOutcome> {
    let state: Awaited<ReturnType<typeof chain.preflight>>
    try {
      state = await chain.preflight(purchase.authorization)
    } catch (cause) {
      return { kind: "failed", cause: new ChainUnavailableError(cause) }
    }
    const reason = diagnose(purchase.authorization, state)
    // A proof whose money has already arrived in somebody else's transaction is paid: the payer gets what it bought.
    // A search that fails makes the outcome unknown, so it is no refusal.
    const isSpent = reason === "invalid_exact_evm_nonce_already_used" && signedByKey
    const arrived = isSpent ? await chain.findTransfer(purchase.authorization) : null
    if (reason && !arrived) return refused(signedByKey || state.used ? reason : signatureOr(reason))

    const claim = await ledger.claim(purchase, clock())
    if (claim.kind !== "claimed") return again(claim.payment, purchase)
    const answered = await answer(id, claim.owner, produce)
    if (answered.kind === "failed") return answered
    if (arrived) {
      const { transaction, blockNumber } = arrived
      await ledger.markSettled([id], { hash: transaction, blockNumber, gasUsed: null }, clock())
      return delivered(answered.answer, transaction, purchase, false)
    }
    return settle(id, claim.owner, purchase, answered.answer)
  }

  async function answer(
    id: string,
    owner: string,
    produce: () => Promise<Answer>,
  ): Promise<{ readonly kind: "answered"; readonly answer: Answer } | Extract<GateOutcome, { kind: "failed" }>> {
    try {
      const produced = await produce()
      if (await ledger.saveAnswer(id, owner, produced, clock())) return { kind: "answered", answer: produced }
      return { kind: "failed", cause: new NotChargedError("The answer took too long to compute.") }
    } catch (cause) {
      // A claim that cannot be given back now ends by itself.
      await ledger.release(id, owner, "answer_failed", clock()).catch(() => false)
      return { kind: "failed", cause }
    }
  }

  async function settle(id: string, owner: string, purchase: Purchase, sold: Answer): Promise<GateOutcome> {
    const payer = purchase.authorization.from
    const settlement = await settler.settle({ id, authorization: purchase.authorization })
    switch (settlement.kind) {
      case "settled":
        return delivered(sold, settlement.transaction, purchase, false)
      case "refused":
        return { kind: "refused", reason: settlement.reason, payer }
      case "pending":
        return { kind: "pending", transaction: settlement.transaction, payer, cause: null }
      case "unsent":
        return unsent(id, owner, purchase, settlement.cause)
    }
  }

  /** Gives the claim back. A row that turns out to be on its way after all is waited for. */
  async function unsent(id: string, owner: string, purchase: Purchase, cause: unknown): Promise<GateOutcome> {
    const released = await ledger.release(id, owner, "settlement_unsent", clock())
    const payment = released ? null : await ledger.find(id)
    if (payment && isSpoken(payment, clock())) return again(payment, purchase)
    return { kind: "failed", cause: new ChainUnavailableError(cause) }
  }

  /** The proof is known: hand out what it bought, wait for whoever works on it, or say why not. */
  async function again(known: Payment, purchase: Purchase): Promise<GateOutcome> {
    const payer = purchase.authorization.from
    const refused = (reason: PaymentReason): GateOutcome => ({ kind: "refused", reason, payer })
    if (known.resource !== purchase.resource) return refused("payment_already_used")
    const deadlineMs = clock() + BUSY_WAIT_MS
    let payment: Payment | null = known
    while (payment && isBusy(payment) && clock() < deadlineMs) {
      await sleep(BUSY_POLL_MS)
      payment = await ledger.find(payment.id)
    }
    if (payment === null || isBusy(payment)) {
      return { kind: "pending", transaction: payment?.transaction ?? null, payer, cause: null }
    }
    if (payment.state !== "settled")
      return { kind: "failed", cause: new NotChargedError("The first request with this payment failed.") }
    if (!isWithinWindow(payment)) return refused("redelivery_window_closed")
    const { answer: sold, transaction } = payment
    if (sold === null || transaction === null) return refused("redelivery_window_closed")
    return delivered(sold, transaction, purchase, true)
  }

  function isWithinWindow(payment: Payment): boolean {
    return payment.settledAtMs !== null && clock() <= payment.settledAtMs + options.redeliveryWindowMs
  }

  function toPurchase(authorization: Authorization, offer: Offer): Purchase {
    return {
      network: terms.network,
      asset: terms.asset,
      resource: resourceOf(offer),
      endpoint: offer.contract.id,
      authorization,
    }
  }

  return { pay }
}

function delivered(answer: Answer, transaction: `0x${string}`, purchase: Purchase, redelivered: boolean): GateOutcome {
  return { kind: "delivered", answer, transaction, payer: purchase.authorization.from, redelivered }
}

/** The ledger has this proof and it is not free to be claimed again. A claim that ran out unsent is. */
function isSpoken(payment: Payment, nowMs: number): boolean {
  if (payment.state === "settled" || payment.state === "sent") return true
  return isBusy(payment) && payment.claimedUntilMs >= nowMs
}

function isBusy(payment: Payment): boolean {
  return payment.state === "claimed" || payment.state === "answered" || payment.state === "sent"
}

/**
 * Every signed field and the signature itself. The id alone is public knowledge, so it opens nothing; whoever has the
 * signature is trusted for the length of the redelivery window only, because the chain publishes it.
 */
function isSameProof(a: Purchase, b: Purchase): boolean {
  const [x, y] = [a.authorization, b.authorization]
  return (
    x.signature === y.signature &&
    x.to === y.to &&
    x.value === y.value &&
    x.validAfterS === y.validAfterS &&
    x.validBeforeS === y.validBeforeS
  )
}

function isWindowReason(reason: PaymentReason): boolean {
  return (
    reason === "invalid_exact_evm_payload_authorization_valid_after" ||
    reason === "invalid_exact_evm_payload_authorization_valid_before"
  )
}

/** When no key of the payer signed and the contract refuses too, the signature is the likeliest culprit. */
function signatureOr(reason: PaymentReason): PaymentReason {
  return reason === "invalid_exact_evm_transaction_simulation_failed" ? "invalid_exact_evm_signature" : reason
}
