import { unwrapSignature } from "@/lib/chain/undeployed-wallet"
import type { Ledger } from "@/lib/ledger/ledger"
import { FACILITATED, type Payment, paymentId, type Purchase } from "@/lib/ledger/payment"

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
 * Given back or refused: it is as good as new. One whose claim ran out is not, where nobody has taken it back: it may still
 * wait in line to be sent.
 */
export function isFree({ state }: Payment): boolean {
  return state === "released" || state === "refused"
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

/**
 * Whether we settle, or have settled, this very proof for another service. The chain shows the proof to everybody, and not
 * what the money was for.
 */
export async function isSoldElsewhere(ledger: Pick<Ledger, "find">, purchase: Purchase): Promise<boolean> {
  const other = await ledger.find(paymentId({ ...purchase, endpoint: FACILITATED }))
  return other !== null && isSameProof(other, purchase) && !isFree(other)
}
