import type { Clock } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import { PAID_UNANSWERED, type Payment } from "@/lib/ledger/payment"
import { mayHaveBeenSold } from "@/lib/payments/wire/reason"
import type { Again } from "./again"
import type { Case, Good } from "./case"
import { type GateOutcome, stopped } from "./gate-outcome"
import { isBusy } from "./known-proof"
import type { Overdraft } from "./overdraft"
import { asOwed, type Verdict } from "./verdict"

/** Why one was given back that could not be examined to the end. */
const BROKEN_OFF = "broken_off"

export type ExamineOptions = {
  readonly ledger: Pick<Ledger, "claim" | "find" | "release">
  readonly clock: Clock
}

type Examine = (id: string, asked: Case, own: Payment | null) => Promise<Good | GateOutcome>

/** Claims a proof that is good. What ends it after the claim, or breaks it off, gives the claim back. */
export function createExamine(
  { ledger, clock }: ExamineOptions,
  { again, overdraft }: { readonly again: Again; readonly overdraft: Overdraft },
): Examine {
  return async (id, { purchase, faults, verify, paidIn }, own) => {
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
      return { kind: "good", owner, verdict, claimed }
    } catch (cause) {
      // Whoever comes back would wait for a claim that nobody works on.
      await giveBack(own?.reason === PAID_UNANSWERED ? PAID_UNANSWERED : BROKEN_OFF).catch(() => false)
      throw cause
    }
  }
}
