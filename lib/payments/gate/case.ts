import type { Answer, Payment, Purchase } from "@/lib/ledger/payment"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { Verdict } from "./verdict"

/** A proof of any kind, with what is left to ask about it. */
export type Case = {
  readonly purchase: Purchase
  /** What is wrong with it on its face. */
  readonly faults: PaymentReason | null
  /** `known`: the ledger's row of this very proof, when it was presented before. */
  readonly verify: (known: Payment | null) => Promise<Verdict>
  /** Where the payer says that it has moved the money itself. */
  readonly paidIn: `0x${string}` | null
  readonly produce: () => Promise<Answer>
}

/**
 * A claimed proof that is worth its price. `claimed`: as its row has it, which is what a transaction can be recorded for,
 * whatever is said of its wallet later.
 */
export type Good = {
  readonly kind: "good"
  readonly owner: string
  readonly verdict: Verdict
  readonly claimed: Purchase
}
