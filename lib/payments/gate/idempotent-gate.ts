import type { PayerDigest } from "@/lib/chain/payer-digest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { Bound, IdentifierKey, Identifiers } from "@/lib/ledger/identifiers"
import type { Ledger } from "@/lib/ledger/ledger"
import { type Answer, type Authorization, type Payment, paymentId } from "@/lib/ledger/payment"
import { NotChargedError } from "@/lib/payments/errors"
import type { PresentedPayment } from "@/lib/payments/wire/decode"
import { mayHaveBeenSold } from "@/lib/payments/wire/reason"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import { type Offer, type PaymentTerms, resourceOf } from "@/lib/payments/wire/requirements"
import { checkTerms, isSignedByKey } from "./check"
import { fetchAgain } from "./fetch-again"
import type { Gate } from "./gate"
import type { GateOutcome } from "./gate-outcome"
import { isBusy, isSpoken } from "./known-proof"
import { isSignedByWallet } from "./verify-authorization"

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
 * A gate that keeps to the payer's idempotency keys: one key buys one answer to one question, however often the payer
 * signs for it anew, because a client that lost the first answer may not know its first payment any more.
 *
 * A key is bound after the first payment was checked and before money moves, so nobody can take a key of somebody else.
 */
export function idempotentGate(gate: Gate, options: IdempotencyOptions): Gate {
  const { identifiers, ledger, terms, clock } = options

  async function pay(payment: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    const { identifier, authorization } = payment
    if (identifier === null) return gate.pay(payment, offer, produce)
    // What the gate refuses on its face asks for no key.
    const fault = checkTerms(payment, offer, terms, clock())
    if (fault !== null && !mayHaveBeenSold(fault)) return gate.pay(payment, offer, produce)
    const key = { payer: authorization.from, identifier }
    const own = { resource: resourceOf(offer), paymentId: paymentId({ ...terms, authorization }) }
    try {
      const holder = await holderOf(key, own)
      if (holder) return await repeat(holder, payment, offer)
      const outcome = await gate.pay(payment, offer, async () => {
        await take(key, own)
        return produce()
      })
      return isHeld(outcome) ? await repeat(outcome.cause.bound, payment, offer) : outcome
    } catch (cause) {
      // Whether this key has bought something could not be found out: never say that nothing was charged.
      return { kind: "pending", transaction: null, payer: authorization.from, cause }
    }
  }

  /** Whoever answers for a key other than this payment; `null`: nobody yet, or nobody any more. */
  async function holderOf(key: IdentifierKey, own: Bound): Promise<Bound | null> {
    const bound = await identifiers.find(key)
    if (bound === null || bound.resource !== own.resource) return bound
    return bound.paymentId !== own.paymentId && (await isTaken(bound)) ? bound : null
  }

  async function isTaken({ paymentId: id }: Bound): Promise<boolean> {
    const first = await ledger.find(id)
    return first !== null && isSpoken(first, clock())
  }

  /**
   * Claimed already, so that of two payments with one key, each of which looks here after its claim, one at most goes on.
   *
   * @throws {KeyHeldError}
   */
  async function take(key: IdentifierKey, own: Bound): Promise<void> {
    const bound = await identifiers.bind(key, own, clock())
    if (bound.paymentId === own.paymentId && bound.resource === own.resource) return
    if (bound.resource !== own.resource || (await isTaken(bound)) || !(await withdraw(bound))) {
      throw new KeyHeldError(bound)
    }
    if (!(await identifiers.move(key, bound.paymentId, own.paymentId))) {
      const holder = await identifiers.find(key)
      // Forgotten meanwhile, with the payment that it stood for.
      if (holder === null) return take(key, own)
      throw new KeyHeldError(holder)
    }
    if (!(await isTaken(bound))) return
    await identifiers.move(key, own.paymentId, bound.paymentId)
    throw new KeyHeldError(bound)
  }

  /** A payment whose claim has ended may still wait in line to be sent: then the key would be charged twice. */
  async function withdraw({ paymentId: id }: Bound): Promise<boolean> {
    const first = await ledger.find(id)
    if (first === null || !isBusy(first)) return true
    const claim = await ledger.claim(first, clock())
    return claim.kind === "claimed" && ledger.release(id, claim.owner, "key_moved", clock())
  }

  /** What the key's first payment came to, told to nobody but its payer. */
  async function repeat(bound: Bound, payment: PresentedPayment, offer: Offer): Promise<GateOutcome> {
    const { authorization } = payment
    const refused = (reason: PaymentReason): GateOutcome => {
      return { kind: "refused", reason, payer: authorization.from }
    }
    if (bound.resource !== resourceOf(offer)) return refused("payment_identifier_conflict")
    const first: Payment | null = await ledger.find(bound.paymentId)
    if (first === null) throw new Error(`The ledger does not know ${bound.paymentId}.`)
    if (!(await isFromPayer(authorization))) return refused("invalid_exact_evm_signature")
    if (first.state === "settled") {
      const again = fetchAgain(first, clock(), options.redeliveryWindowMs)
      return again.kind === "refused" ? refused("payment_identifier_spent") : again
    }
    // It may have been given back by now; then it is not bought behind the key's back.
    return gate.pay({ ...payment, authorization: first.authorization }, offer, failedFirst)
  }

  /** The signature alone: a payer whose money is spent on the first payment cannot pay a second time, and need not. */
  async function isFromPayer(authorization: Authorization): Promise<boolean> {
    return isSignedByKey(authorization, options.payerDigest) || isSignedByWallet(authorization, options)
  }

  return { ...gate, pay }
}

function failedFirst(): Promise<Answer> {
  return Promise.reject(new NotChargedError("The first request with this payment identifier failed."))
}

function isHeld(outcome: GateOutcome): outcome is GateOutcome & { readonly cause: KeyHeldError } {
  return "cause" in outcome && outcome.cause instanceof KeyHeldError
}

/** Never leaves this file. */
class KeyHeldError extends Error {
  override readonly name = "KeyHeldError"
  readonly bound: Bound

  constructor(bound: Bound) {
    super("Another payment answers for this key.")
    this.bound = bound
  }
}
