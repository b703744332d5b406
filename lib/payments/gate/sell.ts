import type { PayerDigest } from "@/lib/chain/payer-digest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import { type Answer, PAID_UNANSWERED, type Payment, type Purchase } from "@/lib/ledger/payment"
import { ChainUnavailableError, NotChargedError, OutOfGasError } from "@/lib/payments/errors"
import type { Settlement, Settler } from "@/lib/payments/settlement/settler"
import type { Again } from "./again"
import type { Case, Good } from "./case"
import type { CoolDown } from "./cool-down"
import { delivered, type GateOutcome, type Sold } from "./gate-outcome"
import { isSpoken } from "./known-proof"
import type { Overdraft } from "./overdraft"
import { isByKeyAlone } from "./verify-authorization"

export type SellOptions = {
  readonly ledger: Pick<Ledger, "find" | "saveAnswer" | "release" | "markSettled">
  readonly chain: Pick<UsdcChain, "hasCode">
  readonly settler: Pick<Settler, "settle">
  readonly payerDigest: PayerDigest
  readonly clock: Clock
  /** What is sent in vain costs us gas. */
  readonly paysGas: boolean
}

type Parts = { readonly again: Again; readonly overdraft: Overdraft; readonly coolDown: CoolDown }

type Sell = (id: string, asked: Case, good: Good) => Promise<GateOutcome>

/** `lost`: the claim ran out meanwhile, and somebody else has the proof in hand. */
type Answered =
  | ({ readonly kind: "answered" } & Sold)
  | { readonly kind: "lost"; readonly payment: Payment }
  | Extract<GateOutcome, { kind: "failed" }>

/** Computes the answer to a claimed proof, writes it down, and then has the money moved; the claim is given back otherwise. */
export function createSell(options: SellOptions, { again, overdraft, coolDown }: Parts): Sell {
  const { ledger, settler, clock } = options

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
    let cause: unknown = null
    try {
      const sold: Sold = { answer: await produce(), soldAtMs: clock() }
      if (await keep(id, owner, sold)) return { kind: "answered", ...sold }
    } catch (failure) {
      cause = failure
      // A claim that cannot be given back now ends by itself.
      if (await ledger.release(id, owner, reason, clock()).catch(() => true)) return { kind: "failed", cause }
    }
    const payment = await ledger.find(id)
    if (payment && isSpoken(payment, clock())) return { kind: "lost", payment }
    return { kind: "failed", cause: cause ?? new NotChargedError("The answer took too long to compute.") }
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

  return sell
}
