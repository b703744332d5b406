import type { Clock } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import { PAID_UNANSWERED, type Payment } from "@/lib/ledger/payment"
import { isTimeDependent } from "@/lib/payments/wire/reason"
import { isInProgress, type ResolveKnownPayment } from "./known-payment"
import {
  type GateOutcome,
  outcomeWithoutPurchase,
  type PaymentAttempt,
  type VerificationResult,
  type VerifiedClaim,
  withNeededDeployment,
} from "./payment-attempt"
import type { SpendGuard } from "./payer-limits"

/** Stored as the reason of a release after an error. */
const RELEASED_AFTER_ERROR = "broken_off"

export type VerifyAndClaimOptions = {
  readonly ledger: Pick<Ledger, "claim" | "find" | "release">
  readonly clock: Clock
}

type VerifyAndClaim = (
  id: string,
  attempt: PaymentAttempt,
  known: Payment | null,
) => Promise<VerifiedClaim | GateOutcome>

/** Verifies a proof and claims it. Releases the claim when a later check fails or throws. */
export function createVerifyAndClaim(
  { ledger, clock }: VerifyAndClaimOptions,
  { resolveKnown, spendGuard }: { readonly resolveKnown: ResolveKnownPayment; readonly spendGuard: SpendGuard },
): VerifyAndClaim {
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
      const result = first.kind === "payable" ? await spendGuard.check(purchase, first, () => verify(known)) : first
      const late = outcomeWithoutPurchase(result, facts)
      if (late) return await releaseAndEnd(late, "overdrawn")
      return { kind: "verified", owner, result, purchase: claimed }
    } catch (cause) {
      // Without the release, a repeated request would wait for a claim that nobody works on.
      await release(known?.reason === PAID_UNANSWERED ? PAID_UNANSWERED : RELEASED_AFTER_ERROR).catch(() => false)
      throw cause
    }
  }
}
