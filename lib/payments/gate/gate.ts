import type { PayerDigest } from "@/lib/chain/payer-digest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import {
  type Answer,
  type Authorization,
  PAID_UNANSWERED,
  type Payment,
  paymentId,
  type Purchase,
} from "@/lib/ledger/payment"
import { ChainUnavailableError, NotChargedError, OutOfGasError } from "@/lib/payments/errors"
import type { Settlement, Settler } from "@/lib/payments/settlement/settler"
import type { PresentedPayment } from "@/lib/payments/wire/decode"
import { mayHaveBeenGood, mayHaveBeenSold } from "@/lib/payments/wire/method-reasons"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import { type Offer, type PaymentTerms, resourceOf } from "@/lib/payments/wire/requirements"
import { asAuthorization, type TransferProof } from "@/lib/payments/wire/transfer-proof"
import { outcomesOf } from "./busy-proof"
import { checkTerms } from "./check"
import { createCoolDown, NO_COOL_DOWN } from "./cool-down"
import { fetchAgain } from "./fetch-again"
import { delivered, type GateOutcome, type Sold, stopped } from "./gate-outcome"
import { isBusy, isSameProof, isSoldElsewhere, isSpoken } from "./known-proof"
import { createOverdraft } from "./overdraft"
import { asOwed, type Verdict } from "./verdict"
import { isByKeyAlone, verifyAuthorization } from "./verify-authorization"
import { verifyTransfer } from "./verify-transfer"

export type Gate = {
  /** `produce` runs at most once per proof, after every check and before any money moves. Never rejects. */
  pay(payment: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome>
  /** The same for a transfer that the payer has sent itself: one use ever. */
  redeem(proof: TransferProof, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome>
}

export type GateOptions = {
  readonly ledger: Ledger
  readonly chain: Pick<UsdcChain, "preflight" | "findTransfer" | "plainTransfer" | "isValidSignature" | "hasCode">
  readonly settler: Pick<Settler, "settle">
  /** Nothing that needs settling is taken now: there is no gas for it, or it costs too much. */
  readonly isPaused: () => boolean
  readonly terms: PaymentTerms
  readonly payerDigest: PayerDigest
  readonly clock: Clock
  readonly sleep: Sleep
  /** How long after its settlement a payment fetches its answer by itself: whoever has read it on the chain can, too. */
  readonly resendWindowMs: number
  /** Blocks that a payer's own transfer must be deep, its own included. */
  readonly confirmations: number
  /** A facilitator of ours settles from this ledger for other services, and not for this one. */
  readonly settlesForOthers: boolean
  /** What is sent in vain costs us gas. */
  readonly paysGas: boolean
}

/** A proof of any kind, with what is left to ask about it. */
type Case = {
  readonly purchase: Purchase
  /** What is wrong with it on its face. */
  readonly faults: PaymentReason | null
  /** `known`: the ledger's row of this very proof, when it was presented before. */
  readonly verify: (known: Payment | null) => Promise<Verdict>
  /** Where the payer says that it has moved the money itself. */
  readonly paidIn: `0x${string}` | null
  readonly produce: () => Promise<Answer>
}

/** A purchase of this process that is not over. */
type Running = { readonly purchase: Purchase; readonly outcome: Promise<GateOutcome> }

/**
 * A claimed proof that is worth its price. `claimed`: as its row has it, which is what a transaction can be recorded for,
 * whatever is said of its wallet later.
 */
type Good = {
  readonly kind: "good"
  readonly owner: string
  readonly verdict: Verdict
  readonly claimed: Purchase
}

/** `lost`: the claim ran out meanwhile, and somebody else has the proof in hand. */
type Answered =
  | ({ readonly kind: "answered" } & Sold)
  | { readonly kind: "lost"; readonly payment: Payment }
  | Extract<GateOutcome, { kind: "failed" }>

/** Why one was given back that our facilitator was given first. */
const ELSEWHERE = "sold_elsewhere"

/** Why one was given back that could not be examined to the end. */
const BROKEN_OFF = "broken_off"

/**
 * The way of a paid request: terms → window → ledger → signature → chain → claim → answer → settlement.
 *
 * One proof buys one answer. Copies of a request that arrive together wait for the first and get its outcome.
 */
export function createGate(options: GateOptions): Gate {
  const { ledger, settler, terms, clock } = options
  const outcomeOf = outcomesOf(options)
  const running = new Map<string, Running>()
  const overdraft = createOverdraft(options)
  const coolDown = options.paysGas ? createCoolDown(clock) : NO_COOL_DOWN

  async function pay(presented: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    const { authorization } = presented
    return safely(authorization.from, {
      purchase: toPurchase(authorization, offer),
      faults: checkTerms(presented, offer, terms, clock()),
      verify: async (known) => {
        // Of one that was given back the money may be here, and that needs no gas.
        if (known === null && options.isPaused()) return outOfGas()
        const given = { ...options, takenMs: known?.claimedUntilMs ?? null, nowMs: clock() }
        const ask = () => verifyAuthorization(authorization, given)
        const verdict = await coolDown.verdictOn(authorization.from, known, ask)
        return verdict.kind === "owed" && options.isPaused() ? outOfGas() : verdict
      },
      paidIn: null,
      produce,
    })
  }

  async function redeem(proof: TransferProof, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    return safely(proof.payer, {
      purchase: toPurchase(asAuthorization(proof, offer.contract.price, terms.payTo), offer),
      faults: proof.network === terms.network ? null : "invalid_exact_evm_network_mismatch",
      verify: (known) => verifyTransfer(proof, offer, { ...options, nowMs: clock(), isKnown: known !== null }),
      paidIn: proof.transaction,
      produce,
    })
  }

  async function safely(payer: `0x${string}`, asked: Case): Promise<GateOutcome> {
    try {
      return await admit(asked)
    } catch (cause) {
      // The ledger could not be asked, so this proof may have been charged before: never say that it was not.
      return { kind: "pending", transaction: null, payer, cause }
    }
  }

  async function admit(asked: Case): Promise<GateOutcome> {
    const { purchase, faults } = asked
    const id = paymentId(purchase)
    const payer = purchase.authorization.from
    const refused = (reason: PaymentReason): GateOutcome => ({ kind: "refused", reason, payer })

    if (faults && !mayHaveBeenSold(faults) && !mayHaveBeenGood(faults)) return refused(faults)

    const first = running.get(id)
    if (first && isSameProof(first.purchase, purchase)) return joinFirst(first, purchase)

    const known = await ledger.find(id)
    const own = known && isSameProof(known, purchase) ? known : null
    if (own && isSpoken(own, clock())) return again(own, purchase)
    if (faults && own === null) return refused(faults)

    const other = running.get(id)
    if (other && isSameProof(other.purchase, purchase)) return joinFirst(other, purchase)
    const outcome = buy(id, asked, own)
    running.set(id, { purchase, outcome })
    try {
      return await outcome
    } finally {
      if (running.get(id)?.outcome === outcome) running.delete(id)
    }
  }

  async function buy(id: string, asked: Case, own: Payment | null): Promise<GateOutcome> {
    const examined = await examine(id, asked, own)
    return examined.kind === "good" ? sell(id, asked, examined) : examined
  }

  /** Claims a proof that is good. What ends it after the claim, or breaks it off, gives the claim back. */
  async function examine(
    id: string,
    { purchase, faults, verify, paidIn }: Case,
    own: Payment | null,
  ): Promise<Good | GateOutcome> {
    const payer = purchase.authorization.from
    // It may still wait in line to be sent: who hears "not charged" must not be charged a moment later.
    const early = own && isBusy(own) ? await ledger.claim(purchase, clock()) : null
    if (early && early.kind !== "claimed") return again(early.payment, purchase)
    let owner = early?.owner ?? null
    const giveBack = async (reason: string) => owner !== null && ledger.release(id, owner, reason, clock())
    const ended = async (end: GateOutcome, reason: string) => {
      await giveBack(reason)
      return end
    }
    try {
      // What pays another price, or another payee, buys nothing new, whatever became of it.
      const isVoid = faults !== null && !mayHaveBeenSold(faults)
      const first: Verdict = isVoid ? { kind: "refused", reason: faults } : await verify(own)
      const mayBeHere = faults !== null || paidIn !== null || own?.reason === PAID_UNANSWERED
      const end = stopped(first, { faults, payer, mayBeHere, paidIn })
      if (end) return await ended(end, "claim_ended")

      const claimed = early ? purchase : asOwed(purchase, first)
      const claim = early ?? (await ledger.claim(claimed, clock()))
      if (claim.kind !== "claimed") return await again(claim.payment, purchase)
      owner = claim.owner
      // Claimed first, so that of many who spend the same money at once each sees those before it.
      const verdict = first.kind === "owed" ? await overdraft.check(purchase, first, () => verify(own)) : first
      const late = stopped(verdict, { faults, payer, mayBeHere, paidIn })
      if (late) return await ended(late, "overdrawn")
      // After the claim too, as our facilitator does, so that of two who sell one proof at once each sees the other.
      const isNew = own === null || own.reason === ELSEWHERE || own.reason === BROKEN_OFF
      const mayBeElsewhere = options.settlesForOthers || (isNew && verdict.kind === "arrived")
      if (mayBeElsewhere && (await isSoldElsewhere(ledger, purchase, clock()))) {
        return await ended({ kind: "refused", reason: "payment_already_used", payer }, ELSEWHERE)
      }
      return { kind: "good", owner, verdict, claimed }
    } catch (cause) {
      // Whoever comes back would wait for a claim that nobody works on.
      await giveBack(own?.reason === PAID_UNANSWERED ? PAID_UNANSWERED : BROKEN_OFF).catch(() => false)
      throw cause
    }
  }

  async function sell(id: string, { purchase, produce }: Case, good: Good): Promise<GateOutcome> {
    const { owner, verdict, claimed } = good
    const payer = purchase.authorization.from
    const failure = verdict.kind === "arrived" ? PAID_UNANSWERED : "answer_failed"
    const answered = await answer(id, owner, failure, produce)
    if (answered.kind === "lost") return again(answered.payment, purchase)
    if (verdict.kind !== "arrived") {
      return answered.kind === "failed" ? answered : settle(id, owner, claimed, answered)
    }
    const { transaction, blockNumber } = verdict.transfer
    // The money is here, so it is not true that nothing was charged.
    if (answered.kind === "failed") return { kind: "pending", transaction, payer, cause: answered.cause }
    await ledger.markSettled([id], { hash: transaction, blockNumber, gasUsed: null }, clock())
    return delivered(answered, transaction, purchase)
  }

  async function answer(id: string, owner: string, reason: string, produce: () => Promise<Answer>): Promise<Answered> {
    let cause: unknown = new NotChargedError("The answer took too long to compute.")
    try {
      const sold: Sold = { answer: await produce(), soldAtMs: clock() }
      if (await keep(id, owner, sold)) return { kind: "answered", ...sold }
    } catch (failure) {
      cause = failure
      // A claim that cannot be given back now ends by itself.
      if (await ledger.release(id, owner, reason, clock()).catch(() => true)) return { kind: "failed", cause }
    }
    const payment = await ledger.find(id)
    return payment && isSpoken(payment, clock()) ? { kind: "lost", payment } : { kind: "failed", cause }
  }

  async function keep(id: string, owner: string, { answer: produced, soldAtMs }: Sold): Promise<boolean> {
    try {
      return await ledger.saveAnswer(id, owner, produced, soldAtMs)
    } catch (cause) {
      throw new NotChargedError("The books cannot be written.", cause)
    }
  }

  async function settle(id: string, owner: string, purchase: Purchase, sold: Sold): Promise<GateOutcome> {
    const payer = purchase.authorization.from
    // The payer may have cost us gas while the answer was computed.
    const cooling = coolDown.reasonFor(payer)
    if (cooling !== null) return withdrawn(id, owner, purchase, { kind: "refused", reason: cooling })
    const settlement = await settler.settle({ id, authorization: purchase.authorization })
    switch (settlement.kind) {
      case "settled":
        overdraft.moved(purchase.authorization)
        return delivered(sold, settlement.transaction, purchase)
      case "pending":
        return { kind: "pending", transaction: settlement.transaction, payer, cause: null }
      case "refused": {
        const { authorization } = purchase
        if (options.paysGas) coolDown.blame(payer, settlement.reason, await isByKeyAlone(authorization, options))
        return withdrawn(id, owner, purchase, settlement)
      }
      case "unsent":
        return withdrawn(id, owner, purchase, settlement)
    }
  }

  /**
   * Gives the claim back. A row that turns out to be on its way after all is waited for: what was heard may be of an
   * earlier attempt with the same proof.
   */
  async function withdrawn(
    id: string,
    owner: string,
    purchase: Purchase,
    settlement: Extract<Settlement, { kind: "refused" | "unsent" }>,
  ): Promise<GateOutcome> {
    const isRefused = settlement.kind === "refused"
    const released = await ledger.release(id, owner, isRefused ? settlement.reason : "settlement_unsent", clock())
    const payment = released ? null : await ledger.find(id)
    if (payment && isSpoken(payment, clock())) return again(payment, purchase)
    if (isRefused) return { ...settlement, payer: purchase.authorization.from }
    const { cause } = settlement
    return { kind: "failed", cause: cause instanceof OutOfGasError ? cause : new ChainUnavailableError(cause) }
  }

  /** The proof is known: hand out what it bought, wait for whoever works on it, or say why not. */
  async function again(known: Payment, purchase: Purchase): Promise<GateOutcome> {
    const payer = purchase.authorization.from
    const refused = (reason: PaymentReason): GateOutcome => ({ kind: "refused", reason, payer })
    if (known.resource !== purchase.resource) return refused("payment_already_used")
    const payment = isBusy(known) ? await outcomeOf(known.id) : known
    if (payment === null || isBusy(payment)) {
      return { kind: "pending", transaction: payment?.transaction ?? null, payer, cause: null }
    }
    if (payment.state !== "settled")
      return { kind: "failed", cause: new NotChargedError("The first request with this payment failed.") }
    return fetchAgain(payment, clock(), options.resendWindowMs)
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

  return { pay, redeem }
}

function outOfGas(): Verdict {
  return { kind: "failed", cause: new OutOfGasError() }
}

function joinFirst(first: Running, purchase: Purchase): Promise<GateOutcome> | GateOutcome {
  if (first.purchase.resource !== purchase.resource) {
    return { kind: "refused", reason: "payment_already_used", payer: purchase.authorization.from }
  }
  return first.outcome.then((outcome) => (outcome.kind === "delivered" ? { ...outcome, redelivered: true } : outcome))
}
