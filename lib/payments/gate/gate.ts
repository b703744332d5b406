import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Ledger } from "@/lib/ledger/ledger"
import { type Answer, type Authorization, type Payment, paymentId, type Purchase } from "@/lib/ledger/payment"
import { OutOfGasError } from "@/lib/payments/errors"
import type { PresentedPayment } from "@/lib/payments/wire/decode"
import { mayHaveBeenGood, mayHaveBeenSold } from "@/lib/payments/wire/reason"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import { type Offer, type PaymentTerms, resourceOf } from "@/lib/payments/wire/requirements"
import { asAuthorization, type TransferProof } from "@/lib/payments/wire/transfer-proof"
import { type AgainOptions, createAgain } from "./again"
import type { Case } from "./case"
import { checkTerms } from "./check"
import { createCoolDown, NO_COOL_DOWN } from "./cool-down"
import { createExamine, type ExamineOptions } from "./examine"
import type { GateOutcome } from "./gate-outcome"
import { isSameProof, isSpoken } from "./known-proof"
import { createOverdraft } from "./overdraft"
import { createSell, type SellOptions } from "./sell"
import type { Verdict } from "./verdict"
import { verifyAuthorization } from "./verify-authorization"
import { verifyTransfer } from "./verify-transfer"

export type Gate = {
  /** `produce` runs at most once per proof, after every check and before any money moves. Never rejects. */
  pay(payment: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome>
  /** The same for a transfer that the payer has sent itself: one use ever. */
  redeem(proof: TransferProof, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome>
}

export type GateOptions = AgainOptions &
  ExamineOptions &
  SellOptions & {
    readonly ledger: Ledger
    readonly chain: Pick<UsdcChain, "preflight" | "findTransfer" | "plainTransfer" | "isValidSignature" | "hasCode">
    /** Nothing that needs settling is taken now: there is no gas for it, or it costs too much. */
    readonly isPaused: () => boolean
    readonly terms: PaymentTerms
    /** Blocks that a payer's own transfer must be deep, its own included. */
    readonly confirmations: number
  }

/** A purchase of this process that is not over. */
type Running = { readonly purchase: Purchase; readonly outcome: Promise<GateOutcome> }

/**
 * The way of a paid request: terms → window → ledger → signature → chain → claim → answer → settlement.
 *
 * One proof buys one answer. Copies of a request that arrive together wait for the first and get its outcome.
 */
export function createGate(options: GateOptions): Gate {
  const { ledger, terms, clock } = options
  const running = new Map<string, Running>()
  const coolDown = options.paysGas ? createCoolDown(clock) : NO_COOL_DOWN
  const overdraft = createOverdraft(options)
  const again = createAgain(options)
  const examine = createExamine(options, { again, overdraft })
  const sell = createSell(options, { again, overdraft, coolDown })

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
