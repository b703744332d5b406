import { unwrapSignature } from "@/lib/chain/undeployed-wallet"
import { MAX_BATCH } from "./settlement-pace"
import type { Owed } from "./settler"

/**
 * Which of the waiting payments go out together, the longest waiting among them.
 *
 * A payment that brings its own wallet's deployment travels alone: the factory's code runs in its transaction and can
 * burn the gas of everybody in it.
 */
export function nextBatch(waiting: readonly Owed[]): readonly Owed[] {
  const [first] = waiting
  if (first === undefined || bringsDeployment(first)) return waiting.slice(0, 1)
  return waiting.filter((payment) => !bringsDeployment(payment)).slice(0, MAX_BATCH)
}

function bringsDeployment({ authorization }: Owed): boolean {
  return unwrapSignature(authorization.signature).deployment !== null
}
