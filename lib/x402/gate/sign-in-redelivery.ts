import type { Clock } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Payment } from "@/lib/x402/ledger/payment"
import type { SignIns } from "@/lib/x402/ledger/redelivery-stores"
import { type Offer, resourceOf } from "@/lib/x402/wire/requirements"
import type { SignIn } from "@/lib/x402/wire/sign-in"
import type { SignInReason } from "@/lib/x402/wire/sign-in-reason"
import type { VerifySignIn } from "./verify-sign-in"

/** A settled payment whose answer is still stored. */
export type StoredPurchase = Payment & { readonly answer: NonNullable<Payment["answer"]> }

export type SignInOutcome =
  | { readonly kind: "delivered"; readonly purchase: StoredPurchase }
  | { readonly kind: "refused"; readonly reason: SignInReason }

/** Redelivers a purchase of the wallet: the same bytes, without a charge. Rejects when the service fails. */
export type RedeliverBySignIn = (signIn: SignIn, offer: Offer) => Promise<SignInOutcome>

export type SignInRedeliveryOptions = {
  readonly verifySignIn: VerifySignIn
  readonly signIns: Pick<SignIns, "lastBought">
  readonly ledger: Pick<Ledger, "find">
  readonly clock: Clock
  readonly redeliveryWindowMs: number
}

export function createRedeliverBySignIn(options: SignInRedeliveryOptions): RedeliverBySignIn {
  const { verifySignIn, signIns, ledger, clock, redeliveryWindowMs } = options

  async function findLastPurchase(address: `0x${string}`, offer: Offer): Promise<StoredPurchase | null> {
    const id = await signIns.lastBought(address, resourceOf(offer), clock() - redeliveryWindowMs)
    const payment: Payment | null = id === null ? null : await ledger.find(id)
    return payment?.answer ? { ...payment, answer: payment.answer } : null
  }

  return async function redeliverBySignIn(signIn, offer) {
    const result = await verifySignIn(signIn, offer, (address) => findLastPurchase(address, offer))
    if (result.kind === "refused") return result
    if (result.kind === "nothing") return { kind: "refused", reason: "siwx_nothing_bought" }
    return { kind: "delivered", purchase: result.found }
  }
}
