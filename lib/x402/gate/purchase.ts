import { type Clock, isOver } from "@/lib/domain/clock"
import { PROCESS_LEASE_MS } from "@/lib/x402/ledger/claim-lease"
import { ClaimNotWrittenError, type Ledger } from "@/lib/x402/ledger/ledger"
import { type Answer, PAID_UNANSWERED, type Payment, paymentId, type Purchase } from "@/lib/x402/ledger/payment"
import { isTimeDependent } from "@/lib/x402/wire/reason"
import type { PayerDigest } from "@/lib/x402/chain/authorization"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { ChainUnavailableError, NotChargedError, OutOfGasError } from "@/lib/x402/errors"
import type { Settlement, Settler } from "@/lib/x402/settlement/settler"
import { isInProgress, isInUse, type ResolveKnownPayment } from "./known-payment"
import type { GateOutcome, PaymentAttempt, VerificationResult } from "./payment-attempt"
import type { CoolDown } from "./cool-down"
import type { Spend, SpendGuard } from "./spend-guard"
import { isSignedByKeyOnly } from "./verify-authorization"

/** Stored as the reason of a release after an error. */
const RELEASED_AFTER_ERROR = "broken_off"

export type PurchaseOptions = {
  readonly ledger: Pick<Ledger, "claim" | "find" | "saveAnswer" | "release" | "markSettled" | "pendingSpend">
  readonly chain: Pick<UsdcChain, "hasCode">
  readonly settler: Pick<Settler, "settle">
  readonly payerDigest: PayerDigest
  readonly clock: Clock
  /** We pay the gas, so a transfer that fails costs us. */
  readonly paysGas: boolean
}

type Parts = {
  readonly resolveKnown: ResolveKnownPayment
  readonly spendGuard: SpendGuard
  readonly coolDown: CoolDown
}

/** @param known the ledger's row of this proof, when it was presented before */
type Buy = (id: string, attempt: PaymentAttempt, known: Payment | null) => Promise<GateOutcome>

/** Buys an answer with a proof: verify, claim, compute the answer, settle. */
export function createPurchase(options: PurchaseOptions, parts: Parts): Buy {
  const verifyAndClaim = createVerifyAndClaim(options, parts)
  const fulfill = createFulfillPurchase(options, parts)
  return async (id, attempt, known) => {
    const claim = await verifyAndClaim(id, attempt, known)
    return claim.kind === "verified" ? fulfill(id, attempt, claim) : claim
  }
}

/** A valid proof that this request has claimed. `purchase` equals its row, so a transaction can be recorded for it. */
type VerifiedClaim = {
  readonly kind: "verified"
  readonly owner: string
  readonly result: VerificationResult
  readonly purchase: Purchase
}

type VerifyAndClaim = (
  id: string,
  attempt: PaymentAttempt,
  known: Payment | null,
) => Promise<VerifiedClaim | GateOutcome>

/** Verifies a proof and claims it. Releases the claim when a later check fails or throws. */
function createVerifyAndClaim({ ledger, clock }: PurchaseOptions, { resolveKnown, spendGuard }: Parts): VerifyAndClaim {
  const spendOf = (purchase: Purchase): Spend => ({
    payer: purchase.authorization.from,
    value: purchase.authorization.value,
    pending: () => ledger.pendingSpend(paymentId(purchase), clock()),
  })
  return async (id, { purchase, termsError, verify, transferHash }, known) => {
    const payer = purchase.authorization.from
    // An expired claim may still wait to be sent. It is claimed before it is refused, so that it is not charged later.
    const early = known && isInProgress(known) ? await ledger.claim(purchase, clock()) : null
    if (early && early.kind !== "claimed") return resolveKnown(early.payment, purchase)
    let owner = early?.owner ?? null
    const release = async (reason: string) => owner !== null && ledger.release(id, owner, reason, clock())
    const releaseAndEnd = async (outcome: GateOutcome, reason: string) => {
      await release(reason)
      return outcome
    }
    try {
      // A payment with another price or payee buys no new answer, whatever its outcome.
      const isVoid = termsError !== null && !isTimeDependent(termsError)
      const first: VerificationResult = isVoid ? { kind: "refused", reason: termsError } : await verify(known)
      const mayBePaid = termsError !== null || transferHash !== null || known?.reason === PAID_UNANSWERED
      const facts = { termsError, payer, mayBePaid, transferHash }
      const end = outcomeWithoutPurchase(first, facts)
      if (end) return await releaseAndEnd(end, "claim_ended")

      const claimed = early ? purchase : withNeededDeployment(purchase, first)
      const claim = early ?? (await ledger.claim(claimed, clock()))
      if (claim.kind !== "claimed") return await resolveKnown(claim.payment, purchase)
      owner = claim.owner
      // The balance is compared after the claim, so that concurrent purchases of one payer count each other.
      const result =
        first.kind === "payable" ? await spendGuard.check(spendOf(purchase), first, () => verify(known)) : first
      const late = outcomeWithoutPurchase(result, facts)
      if (late) return await releaseAndEnd(late, "overdrawn")
      return { kind: "verified", owner, result, purchase: claimed }
    } catch (cause) {
      // The ledger did not know this proof and does not know it now, so nothing can have been sent.
      const isNew = known === null && termsError === null && transferHash === null
      if (isNew && cause instanceof ClaimNotWrittenError) return { kind: "failed", cause }
      // Without the release, a repeated request would wait for a claim that nobody works on.
      await release(known?.reason === PAID_UNANSWERED ? PAID_UNANSWERED : RELEASED_AFTER_ERROR).catch(() => false)
      throw cause
    }
  }
}

/** The purchase with the deployment that settles it: a wallet that is deployed already is not deployed again. */
function withNeededDeployment(purchase: Purchase, result: VerificationResult): Purchase {
  if (result.kind !== "payable" || result.deployment === purchase.authorization.deployment) return purchase
  return { ...purchase, authorization: { ...purchase.authorization, deployment: result.deployment } }
}

type AttemptFacts = Pick<PaymentAttempt, "termsError" | "transferHash"> & {
  readonly payer: `0x${string}`
  /** The money may have arrived: the payer sent it, or others have the proof since it was released. */
  readonly mayBePaid: boolean
}

/** The outcome that a verification result leads to before anything is bought; `null` when the purchase goes on. */
function outcomeWithoutPurchase(
  result: VerificationResult,
  { termsError, payer, mayBePaid, transferHash }: AttemptFacts,
): GateOutcome | null {
  if (result.kind === "alreadyPaid") return null
  if (mayBePaid && result.kind === "failed") {
    return { kind: "pending", transaction: transferHash, payer, cause: result.cause }
  }
  if (termsError) return { kind: "refused", reason: termsError, payer }
  switch (result.kind) {
    case "payable":
      return null
    case "refused":
      return { ...result, payer }
    case "pending":
      return { ...result, payer, cause: null }
    case "failed":
      return result
  }
}

/** An answer, and when it was stored. */
type ComputedAnswer = { readonly answer: Answer; readonly soldAtMs: number }

type FulfillPurchase = (id: string, attempt: PaymentAttempt, claim: VerifiedClaim) => Promise<GateOutcome>

/** `lost`: the claim has expired and another request has claimed the proof. */
type StoredAnswer =
  | ({ readonly kind: "stored" } & ComputedAnswer)
  | { readonly kind: "lost"; readonly payment: Payment }
  | Extract<GateOutcome, { kind: "failed" }>

/** Computes and stores the answer of a claimed proof, then settles the payment. Releases the claim when either fails. */
function createFulfillPurchase(
  options: PurchaseOptions,
  { resolveKnown, spendGuard, coolDown }: Parts,
): FulfillPurchase {
  const { ledger, settler, clock } = options

  async function fulfill(
    id: string,
    { purchase, produce }: PaymentAttempt,
    claim: VerifiedClaim,
  ): Promise<GateOutcome> {
    const { owner, result } = claim
    const payer = purchase.authorization.from
    const releaseReason = result.kind === "alreadyPaid" ? PAID_UNANSWERED : "answer_failed"
    const stored = await computeAndStore(id, owner, releaseReason, produce)
    if (stored.kind === "lost") return resolveKnown(stored.payment, purchase)
    if (result.kind !== "alreadyPaid") {
      return stored.kind === "failed" ? stored : settle(id, owner, claim.purchase, stored)
    }
    const { transaction, blockNumber } = result.transfer
    // The payee has the money, so "not charged" would be wrong.
    if (stored.kind === "failed") return { kind: "pending", transaction, payer, cause: stored.cause }
    await ledger.markSettled([id], { hash: transaction, blockNumber, gasUsed: null }, clock())
    return delivered(stored, transaction, purchase)
  }

  async function computeAndStore(
    id: string,
    owner: string,
    releaseReason: string,
    produce: () => Promise<Answer>,
  ): Promise<StoredAnswer> {
    let cause: unknown = null
    try {
      const computed: ComputedAnswer = { answer: await produce(), soldAtMs: clock() }
      if (await store(id, owner, computed)) return { kind: "stored", ...computed }
    } catch (failure) {
      cause = failure
      // A claim that cannot be released now expires.
      if (await ledger.release(id, owner, releaseReason, clock()).catch(() => true)) return { kind: "failed", cause }
    }
    const payment = await ledger.find(id)
    if (payment && isInUse(payment, clock())) return { kind: "lost", payment }
    return { kind: "failed", cause: cause ?? new NotChargedError("The answer took too long to compute.") }
  }

  async function store(id: string, owner: string, { answer, soldAtMs }: ComputedAnswer): Promise<boolean> {
    try {
      return await ledger.saveAnswer(id, owner, answer, soldAtMs)
    } catch (cause) {
      throw new NotChargedError("The ledger cannot be written.", cause)
    }
  }

  async function settle(id: string, owner: string, purchase: Purchase, computed: ComputedAnswer): Promise<GateOutcome> {
    const { authorization } = purchase
    const payer = authorization.from
    // Another transfer of the payer may have failed at our cost while the answer was computed.
    const cooling = coolDown.reasonFor(payer)
    if (cooling !== null) return withdraw(id, owner, purchase, { kind: "refused", reason: cooling })
    const settlement = await settler.settle({ id, authorization })
    switch (settlement.kind) {
      case "settled":
        spendGuard.recordTransfer(payer, authorization.value)
        return delivered(await storedAnswer(id, computed), settlement.transaction, purchase)
      case "pending":
        return { kind: "pending", transaction: settlement.transaction, payer, cause: null }
      case "refused":
        if (options.paysGas)
          coolDown.penalize(payer, settlement.reason, await isSignedByKeyOnly(authorization, options))
        return withdraw(id, owner, purchase, settlement)
      case "unsent":
        return withdraw(id, owner, purchase, settlement)
    }
  }

  /**
   * The answer that the payment bought. When this process stood still for long, another one may have taken its claim over and
   * stored an answer of its own.
   */
  async function storedAnswer(id: string, computed: ComputedAnswer): Promise<ComputedAnswer> {
    const sinceMs = computed.soldAtMs
    if (!isOver({ sinceMs, lengthMs: PROCESS_LEASE_MS / 2, nowMs: clock() })) return computed
    const payment = await ledger.find(id)
    if (payment?.answer == null) return computed
    return { answer: payment.answer, soldAtMs: payment.answeredAtMs ?? computed.soldAtMs }
  }

  /**
   * Releases the claim. If the row turns out to be in use, waits for it: the settlement result may belong to an earlier
   * attempt with the same proof.
   */
  async function withdraw(
    id: string,
    owner: string,
    purchase: Purchase,
    settlement: Extract<Settlement, { kind: "refused" | "unsent" }>,
  ): Promise<GateOutcome> {
    const isRefused = settlement.kind === "refused"
    const released = await ledger.release(id, owner, isRefused ? settlement.reason : "settlement_unsent", clock())
    const payment = released ? null : await ledger.find(id)
    if (payment && isInUse(payment, clock())) return resolveKnown(payment, purchase)
    if (isRefused) return { ...settlement, payer: purchase.authorization.from }
    const { cause } = settlement
    return { kind: "failed", cause: cause instanceof OutOfGasError ? cause : new ChainUnavailableError(cause) }
  }

  return fulfill
}

/** The outcome of a new answer that was paid. */
function delivered(computed: ComputedAnswer, transaction: `0x${string}`, purchase: Purchase): GateOutcome {
  const { answer, soldAtMs } = computed
  const { from: payer, value: amount } = purchase.authorization
  return { kind: "delivered", answer, transaction, payer, amount, soldAtMs, redelivered: false }
}
