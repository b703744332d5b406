import type { PayerDigest } from "@/lib/x402/chain/authorization"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { IdempotencyBinding, IdentifierKey, Identifiers } from "@/lib/x402/ledger/redelivery-stores"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { type Answer, type Authorization, type Payment, paymentId } from "@/lib/x402/ledger/payment"
import { NotChargedError } from "@/lib/x402/errors"
import type { PresentedPayment } from "@/lib/x402/wire/decode"
import { isTimeDependent } from "@/lib/x402/wire/reason"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import { type Offer, type PaymentTerms, resourceOf } from "@/lib/x402/wire/requirements"
import { checkTerms, isSignedByKey, isSignedByWallet } from "./verify-authorization"
import type { Gate } from "./gate"
import { isInProgress, isInUse, redeliverAnswer } from "./known-payment"
import type { GateOutcome } from "./payment-attempt"

export type IdempotencyOptions = {
  readonly identifiers: Identifiers
  readonly ledger: Pick<Ledger, "find" | "claim" | "release">
  readonly chain: Pick<UsdcChain, "isValidSignature">
  readonly terms: PaymentTerms
  readonly payerDigest: PayerDigest
  readonly clock: Clock
  readonly redeliveryWindowMs: number
}

/**
 * Adds idempotency keys to a gate: one key of a payer buys one answer to one request, however many payments the payer signs
 * for it. A client that lost the answer may have lost its first payment too.
 *
 * A key is bound after the first payment was verified and before money moves, so nobody can take another payer's key.
 */
export function idempotentGate(gate: Gate, options: IdempotencyOptions): Gate {
  const { identifiers, ledger, terms, clock } = options

  async function pay(payment: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    const { identifier, authorization } = payment
    if (identifier === null) return gate.pay(payment, offer, produce)
    // The gate refuses such a payment before the key matters.
    const termsError = checkTerms(payment, offer, terms, clock())
    if (termsError !== null && !isTimeDependent(termsError)) return gate.pay(payment, offer, produce)
    const key = { payer: authorization.from, identifier }
    const own = { resource: resourceOf(offer), paymentId: paymentId({ ...terms, authorization }) }
    try {
      const holder = await findHolder(key, own)
      if (holder) return await resolveHolder(holder, payment, offer)
      const outcome = await gate.pay(payment, offer, async () => {
        await bindKey(key, own)
        return produce()
      })
      return isKeyHeld(outcome) ? await resolveHolder(outcome.cause.bound, payment, offer) : outcome
    } catch (cause) {
      // Whether this key has bought something is unknown: never report "not charged".
      return { kind: "pending", transaction: null, payer: authorization.from, cause }
    }
  }

  /** The other payment that holds a key; `null` when there is none, or none any more. */
  async function findHolder(key: IdentifierKey, own: IdempotencyBinding): Promise<IdempotencyBinding | null> {
    const bound = await identifiers.find(key)
    if (bound === null || bound.resource !== own.resource) return bound
    return bound.paymentId !== own.paymentId && (await isPaymentInUse(bound)) ? bound : null
  }

  async function isPaymentInUse({ paymentId: id }: IdempotencyBinding): Promise<boolean> {
    const first = await ledger.find(id)
    return first !== null && isInUse(first, clock())
  }

  /**
   * Binds the key to this payment. Runs after the claim: of two payments with one key, at most one continues.
   *
   * @throws {KeyHeldError}
   */
  async function bindKey(key: IdentifierKey, own: IdempotencyBinding): Promise<void> {
    const bound = await identifiers.bind(key, own, clock())
    if (bound.paymentId === own.paymentId && bound.resource === own.resource) return
    if (bound.resource !== own.resource || (await isPaymentInUse(bound)) || !(await withdraw(bound))) {
      throw new KeyHeldError(bound)
    }
    if (!(await identifiers.move(key, bound.paymentId, own.paymentId))) {
      const holder = await identifiers.find(key)
      // The key was pruned together with its payment.
      if (holder === null) return bindKey(key, own)
      throw new KeyHeldError(holder)
    }
    if (!(await isPaymentInUse(bound))) return
    await identifiers.move(key, own.paymentId, bound.paymentId)
    throw new KeyHeldError(bound)
  }

  /** Releases a payment whose claim has expired. It may still wait to be sent, and then the key would be charged twice. */
  async function withdraw({ paymentId: id }: IdempotencyBinding): Promise<boolean> {
    const first = await ledger.find(id)
    if (first === null || !isInProgress(first)) return true
    const claim = await ledger.claim(first, clock())
    return claim.kind === "claimed" && ledger.release(id, claim.owner, "key_moved", clock())
  }

  /** The outcome of the key's first payment, for its payer only. */
  async function resolveHolder(
    bound: IdempotencyBinding,
    payment: PresentedPayment,
    offer: Offer,
  ): Promise<GateOutcome> {
    const { authorization } = payment
    const refused = (reason: PaymentReason): GateOutcome => {
      return { kind: "refused", reason, payer: authorization.from }
    }
    if (bound.resource !== resourceOf(offer)) return refused("payment_identifier_conflict")
    const first: Payment | null = await ledger.find(bound.paymentId)
    if (first === null) throw new Error(`The ledger does not know ${bound.paymentId}.`)
    if (!(await isSignedByPayer(authorization))) return refused("invalid_exact_evm_signature")
    if (first.state === "settled") {
      const outcome = redeliverAnswer(first, clock(), options.redeliveryWindowMs)
      return outcome.kind === "refused" ? refused("payment_identifier_spent") : outcome
    }
    // The first payment may have been released by now. Then this request fails instead of buying without the key.
    return gate.pay({ ...payment, authorization: first.authorization }, offer, firstFailed)
  }

  /** Checks the signature only: the payer may have spent its balance on the first payment. */
  async function isSignedByPayer(authorization: Authorization): Promise<boolean> {
    return isSignedByKey(authorization, options.payerDigest) || isSignedByWallet(authorization, options)
  }

  return { ...gate, pay }
}

function firstFailed(): Promise<Answer> {
  return Promise.reject(new NotChargedError("The first request with this payment identifier failed."))
}

function isKeyHeld(outcome: GateOutcome): outcome is GateOutcome & { readonly cause: KeyHeldError } {
  return "cause" in outcome && outcome.cause instanceof KeyHeldError
}

/** Used in this file only. */
class KeyHeldError extends Error {
  override readonly name = "KeyHeldError"
  readonly bound: IdempotencyBinding

  constructor(bound: IdempotencyBinding) {
    super("Another payment holds this key.")
    this.bound = bound
  }
}
