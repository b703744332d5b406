import { unwrapSignature } from "@/lib/chain/undeployed-wallet"
import type { Payment, Purchase } from "@/lib/ledger/payment"

/** The ledger has this proof and it is not free to be claimed again. A claim that ran out unsent is. */
export function isSpoken(payment: Payment, nowMs: number): boolean {
  if (payment.state === "settled" || payment.state === "sent") return true
  return isBusy(payment) && payment.claimedUntilMs >= nowMs
}

/** Somebody works on it, or has died over it. */
export function isBusy(payment: Payment): boolean {
  return payment.state === "claimed" || payment.state === "answered" || payment.state === "sent"
}

/**
 * Every signed field and the signature itself, whether or not its wallet's deployment is wrapped around it. The id alone
 * is public knowledge, so it opens nothing; whoever has the signature is trusted for the length of the redelivery window
 * only, because the chain publishes it.
 */
export function isSameProof(a: Purchase, b: Purchase): boolean {
  const [x, y] = [a.authorization, b.authorization]
  return (
    unwrapSignature(x.signature).signature === unwrapSignature(y.signature).signature &&
    x.to === y.to &&
    x.value === y.value &&
    x.validAfterS === y.validAfterS &&
    x.validBeforeS === y.validBeforeS
  )
}
