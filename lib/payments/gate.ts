import type { PayerDigest } from "@/lib/chain/payer-digest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import { type Answer, type Authorization, type Payment, paymentId, type Purchase } from "@/lib/ledger/payment"
import { checkTerms } from "./check"
import type { PresentedPayment } from "./decode"
import { ChainUnavailableError, NotChargedError, OutOfGasError } from "./errors"
import { fetchAgain } from "./fetch-again"
import { isBusy, isSameProof, isSpoken } from "./known-proof"
import { mayHaveBeenSold } from "./method-reasons"
import { oneAtATime } from "./one-at-a-time"
import type { PaymentReason } from "./reason"
import { type Offer, type PaymentTerms, resourceOf } from "./requirements"
import type { Settler } from "./settler"
import type { Sleep } from "./sleep"
import { asAuthorization, type TransferProof } from "./transfer-proof"
import type { Verdict } from "./verdict"
import { verifyAuthorization } from "./verify-authorization"
import { verifyTransfer } from "./verify-transfer"

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
      /** When the answer was written down: the same whenever it is delivered. */
      readonly soldAtMs: number
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
  /** The same for a transfer that the payer has sent itself: one use ever. */
  redeem(proof: TransferProof, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome>
}

export type GateOptions = {
  readonly ledger: Ledger
  readonly chain: Pick<UsdcChain, "preflight" | "findTransfer" | "plainTransfer" | "isValidSignature">
  readonly settler: Pick<Settler, "settle">
  /** Nothing that needs settling is taken now: there is no gas for it. */
  readonly isPaused: () => boolean
  readonly terms: PaymentTerms
  readonly payerDigest: PayerDigest
  readonly clock: Clock
  readonly sleep: Sleep
  /** How long after its settlement a payment fetches its answer by itself: whoever has read it on the chain can, too. */
  readonly resendWindowMs: number
  /** Blocks that a payer's own transfer must be deep, its own included. */
  readonly confirmations: number
}

/** A proof of any kind, with what is left to ask about it. */
type Case = {
  readonly purchase: Purchase
  /** What is wrong with it on its face. */
  readonly faults: PaymentReason | null
  /** `known`: the ledger's row of this very proof, when it was presented before. */
  readonly verify: (known: Payment | null) => Promise<Verdict>
  readonly produce: () => Promise<Answer>
}

type Sold = { readonly answer: Answer; readonly soldAtMs: number }

/** How long a repeated request waits for the first one to finish. */
const BUSY_WAIT_MS = 20_000
const BUSY_POLL_MS = 100

/**
 * The way of a paid request: terms → window → ledger → signature → chain → claim → answer → settlement.
 *
 * One proof buys one answer. Copies of a request that arrive together wait for the first and get its outcome.
 */
export function createGate(options: GateOptions): Gate {
  const { ledger, settler, terms, clock, sleep } = options
  /** Copies that wait for another process's work read the ledger as often as one does. */
  const outcomeOf = oneAtATime(awaitOutcome)
  const running = new Map<string, { readonly purchase: Purchase; readonly outcome: Promise<GateOutcome> }>()

  async function pay(presented: PresentedPayment, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    const { authorization } = presented
    return safely(authorization.from, {
      purchase: toPurchase(authorization, offer),
      faults: checkTerms(presented, offer, terms, clock()),
      verify: (known) =>
        options.isPaused()
          ? outOfGas()
          : verifyAuthorization(authorization, { ...options, seenMs: known?.claimedUntilMs ?? clock() }),
      produce,
    })
  }

  async function redeem(proof: TransferProof, offer: Offer, produce: () => Promise<Answer>): Promise<GateOutcome> {
    return safely(proof.payer, {
      purchase: toPurchase(asAuthorization(proof, offer.contract.price, terms.payTo), offer),
      faults: proof.network === terms.network ? null : "invalid_exact_evm_network_mismatch",
      verify: (known) => verifyTransfer(proof, offer, { ...options, nowMs: clock(), isKnown: known !== null }),
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

    if (faults && !mayHaveBeenSold(faults)) return refused(faults)

    const first = running.get(id)
    if (first && isSameProof(first.purchase, purchase)) return joinFirst(first, purchase, refused)

    const known = await ledger.find(id)
    const own = known && isSameProof(known, purchase) ? known : null
    if (own && isSpoken(own, clock())) return again(own, purchase)
    if (faults && own === null) return refused(faults)

    const other = running.get(id)
    if (other && isSameProof(other.purchase, purchase)) return joinFirst(other, purchase, refused)
    const outcome = buy(id, asked, own, refused)
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
    { purchase, faults, verify, produce }: Case,
    own: Payment | null,
    refused: (reason: PaymentReason) => GateOutcome,
  ): Promise<GateOutcome> {
    const payer = purchase.authorization.from
    const verdict = await verify(own)
    // Taken in time and given back, a proof may have been spent by somebody else since.
    if (faults && verdict.kind === "failed") return { kind: "pending", transaction: null, payer, cause: verdict.cause }
    if (faults && verdict.kind !== "arrived") return refused(faults)
    if (verdict.kind === "refused") return refused(verdict.reason)
    if (verdict.kind === "failed") return verdict
    if (verdict.kind === "pending") return { ...verdict, payer, cause: null }

    const claim = await ledger.claim(purchase, clock())
    if (claim.kind !== "claimed") return again(claim.payment, purchase)
    const answered = await answer(id, claim.owner, produce)
    if (verdict.kind === "owed") {
      return answered.kind === "failed" ? answered : settle(id, claim.owner, purchase, answered)
    }
    const { transaction, blockNumber } = verdict.transfer
    // The money is here, so it is not true that nothing was charged.
    if (answered.kind === "failed") return { kind: "pending", transaction, payer, cause: answered.cause }
    await ledger.markSettled([id], { hash: transaction, blockNumber, gasUsed: null }, clock())
    return delivered(answered, transaction, purchase)
  }

  async function answer(
    id: string,
    owner: string,
    produce: () => Promise<Answer>,
  ): Promise<({ readonly kind: "answered" } & Sold) | Extract<GateOutcome, { kind: "failed" }>> {
    try {
      const sold: Sold = { answer: await produce(), soldAtMs: clock() }
      if (await keep(id, owner, sold)) return { kind: "answered", ...sold }
      return { kind: "failed", cause: new NotChargedError("The answer took too long to compute.") }
    } catch (cause) {
      // A claim that cannot be given back now ends by itself.
      await ledger.release(id, owner, "answer_failed", clock()).catch(() => false)
      return { kind: "failed", cause }
    }
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
    const settlement = await settler.settle({ id, authorization: purchase.authorization })
    switch (settlement.kind) {
      case "settled":
        return delivered(sold, settlement.transaction, purchase)
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

  async function awaitOutcome(id: string): Promise<Payment | null> {
    const deadlineMs = clock() + BUSY_WAIT_MS
    for (;;) {
      await sleep(BUSY_POLL_MS)
      const payment = await ledger.find(id)
      if (payment === null || !isBusy(payment) || clock() >= deadlineMs) return payment
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

async function outOfGas(): Promise<Verdict> {
  return { kind: "failed", cause: new OutOfGasError() }
}

function delivered(sold: Sold, transaction: `0x${string}`, purchase: Purchase): GateOutcome {
  const { answer, soldAtMs } = sold
  return { kind: "delivered", answer, transaction, payer: purchase.authorization.from, soldAtMs, redelivered: false }
}
