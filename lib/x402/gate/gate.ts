import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { type Answer, type Authorization, type Payment, paymentId, type Purchase } from "@/lib/x402/ledger/payment"
import { OverloadedError, type SalesPause, SalesPausedError } from "@/lib/x402/errors"
import type { PresentedPayment } from "@/lib/x402/wire/decode"
import { isTermsDependent, isTimeDependent } from "@/lib/x402/wire/reason"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import { type Offer, type PaymentTerms, resourceOf } from "@/lib/x402/wire/requirements"
import { asAuthorization, type TransferProof } from "@/lib/x402/wire/transfer-proof"
import type { Admission } from "./admission"
import { createAwaitTransfer, verifyTransfer } from "./verify-transfer"
import { checkTerms, verifyAuthorization } from "./verify-authorization"
import { NO_COOL_DOWN } from "./cool-down"
import type { GasGuard } from "./gas-guard"
import { createPurchase, type PurchaseOptions } from "./purchase"
import {
  AbandonedError,
  createResolveKnownPayment,
  isInUse,
  isSameProof,
  type KnownPaymentOptions,
} from "./known-payment"
import type { GateOutcome, PaymentAttempt, VerificationResult } from "./payment-attempt"

export type Gate = {
  /** `produce` runs at most once per proof, after every check and before any money moves. Never rejects. */
  pay(payment: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome>
  /** The same for a transfer that the payer has sent itself. A transfer buys one answer. */
  redeem(proof: TransferProof, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome>
}

export type GateOptions = KnownPaymentOptions &
  PurchaseOptions & {
    readonly ledger: Ledger
    readonly chain: Pick<UsdcChain, "preflight" | "findTransfer" | "plainTransfer" | "isValidSignature" | "hasCode">
    /** Why the offer is not sold now; `null`: a payment that needs settling is accepted. */
    readonly pauseOf: (offer: Offer) => SalesPause | null
    /** The queue of payments that wait for their settlement. Absent: every payment is accepted. */
    readonly admission?: Pick<Admission, "retryAfterS" | "askRetryAfterS" | "prepare" | "hold">
    readonly guard: Pick<GasGuard, "coolDown" | "spendGuard">
    readonly terms: PaymentTerms
    /** Blocks that a payer's own transfer must be deep, its own included. */
    readonly confirmations: number
  }

const isReleased = ({ state }: Payment): boolean => state === "released" || state === "refused"

/** A purchase that this process works on. */
type RunningPurchase = { readonly purchase: Purchase; readonly outcome: Promise<GateOutcome> }

/**
 * Steps of a paid request: terms → window → ledger → signature → chain → claim → answer → settlement.
 *
 * One proof buys one answer. Copies of a request that arrive together wait for the first and get its outcome.
 */
export function createGate(options: GateOptions): Gate {
  const { ledger, terms, clock } = options
  const running = new Map<string, RunningPurchase>()
  const { spendGuard } = options.guard
  const coolDown = options.paysGas ? options.guard.coolDown : NO_COOL_DOWN
  const awaitTransfer = createAwaitTransfer(options)
  const resolveKnown = createResolveKnownPayment(options)
  const buy = createPurchase(options, { resolveKnown, spendGuard, coolDown })

  async function pay(presented: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    const { authorization } = presented
    const purchase = toPurchase(authorization, offer)
    const payer = authorization.from
    let leave: (() => void) | null = null
    const outcome = settleAttempt(payer, {
      purchase,
      termsError: checkTerms(presented, offer, terms, clock()),
      verify: async (known) => {
        // A released payment may have settled elsewhere. Accepting it needs no gas.
        const pause = options.pauseOf(offer)
        if (known === null && pause !== null) return paused(pause)
        // A payment that is known has its place in the queue already.
        const early = known === null ? await options.admission?.askRetryAfterS(payer) : null
        if (early != null) return overloaded(early)
        const ports = { ...options, takenMs: known?.claimedUntilMs ?? null, nowMs: clock() }
        const verify = () => verifyAuthorization(authorization, ports)
        const result = await coolDown.check(authorization.from, known, verify)
        if (result.kind !== "payable") return result
        if (pause !== null) return paused(pause)
        if (known === null) await options.admission?.prepare(payer)
        // Payments that were verified at the same time have taken places since.
        const late = known === null ? options.admission?.retryAfterS(payer) : null
        if (late != null) return overloaded(late)
        leave ??= options.admission?.hold(paymentId(purchase), payer) ?? null
        return result
      },
      transferHash: null,
      produce,
    })
    return outcome.finally(() => leave?.())
  }

  async function redeem(proof: TransferProof, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    const purchaseOf = (of: TransferProof) => toPurchase(asAuthorization(of, offer.contract.price, terms.payTo), offer)
    return settleAttempt(proof.payer, {
      purchase: purchaseOf(proof),
      termsError: proof.network === terms.network ? null : "invalid_exact_evm_network_mismatch",
      async verify(known) {
        // Earlier versions sold one answer for the whole transaction, under an id without an index.
        const { index, ...whole } = proof
        const sold = index === undefined ? null : await ledger.find(paymentId(purchaseOf(whole)))
        if (sold !== null && !isReleased(sold)) return { kind: "refused", reason: "payment_already_used" }
        return awaitTransfer(() =>
          verifyTransfer(proof, offer, { ...options, nowMs: clock(), isKnown: known !== null }),
        )
      },
      transferHash: proof.transaction,
      produce,
    })
  }

  async function settleAttempt(payer: `0x${string}`, attempt: PaymentAttempt): Promise<GateOutcome> {
    try {
      return await resolve(attempt)
    } catch (cause) {
      // The ledger could not be read, so this proof may have been charged before: never report "not charged".
      return { kind: "pending", transaction: null, payer, cause }
    }
  }

  async function resolve(attempt: PaymentAttempt): Promise<GateOutcome> {
    const { purchase, termsError } = attempt
    const id = paymentId(purchase)
    const payer = purchase.authorization.from
    const refused = (reason: PaymentReason): GateOutcome => ({ kind: "refused", reason, payer })

    if (termsError && !isTimeDependent(termsError) && !isTermsDependent(termsError)) return refused(termsError)

    const first = running.get(id)
    if (first && isSameProof(first.purchase, purchase)) return joinRunning(first, purchase)

    const find = async () => {
      const row = await ledger.find(id)
      return row && isSameProof(row, purchase) ? row : null
    }
    let known = await find()
    if (known && isInUse(known, clock())) {
      const outcome = await resolveKnown(known, purchase)
      if (outcome.kind !== "failed" || !(outcome.cause instanceof AbandonedError)) return outcome
      // The claim of a dead process has ended while this request waited for it.
      known = await find()
    }
    if (termsError && known === null) return refused(termsError)

    const other = running.get(id)
    if (other && isSameProof(other.purchase, purchase)) return joinRunning(other, purchase)
    const outcome = buy(id, attempt, known)
    running.set(id, { purchase, outcome })
    try {
      return await outcome
    } finally {
      if (running.get(id)?.outcome === outcome) running.delete(id)
    }
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

function overloaded(waitS: number): VerificationResult {
  return { kind: "failed", cause: new OverloadedError(waitS) }
}

function paused(pause: SalesPause): VerificationResult {
  return { kind: "failed", cause: new SalesPausedError(pause) }
}

function joinRunning(first: RunningPurchase, purchase: Purchase): Promise<GateOutcome> | GateOutcome {
  if (first.purchase.resource !== purchase.resource) {
    return { kind: "refused", reason: "payment_already_used", payer: purchase.authorization.from }
  }
  return first.outcome.then((outcome) => (outcome.kind === "delivered" ? { ...outcome, redelivered: true } : outcome))
}
