import { saysTheSame } from "@/lib/chain/transfer-logs"
import { unwrapSignature } from "@/lib/chain/undeployed-wallet"
import type { Owed } from "@/lib/ledger/payment"
import { MAX_BATCH } from "./settlement-pace"

/**
 * Which of the waiting payments go out together, the longest waiting among them.
 *
 * A payment that brings its own wallet's deployment travels alone: the factory's code runs in its transaction and can
 * burn the gas of everybody in it. Nor do two permits that say the same but for their nonce: the receipt names no nonce, so
 * if one of them failed, nobody could tell which.
 */
export function nextBatch(waiting: readonly Owed[]): readonly Owed[] {
  const [first] = waiting
  if (first === undefined || bringsDeployment(first)) return waiting.slice(0, 1)
  const batch: Owed[] = []
  for (const payment of waiting) {
    if (batch.length === MAX_BATCH) break
    if (!bringsDeployment(payment) && !batch.some((other) => areAlike(other, payment))) batch.push(payment)
  }
  return batch
}

function areAlike({ authorization: a }: Owed, { authorization: b }: Owed): boolean {
  return a.method === "permit2" && b.method === "permit2" && saysTheSame(a, b)
}

function bringsDeployment({ authorization }: Owed): boolean {
  return unwrapSignature(authorization.signature).deployment !== null
}
