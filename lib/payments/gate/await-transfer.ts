import type { Sleep } from "@/lib/domain/clock"
import type { VerificationResult } from "./payment-attempt"

/** Repeats the verification of a transfer proof while the chain does not show the transfer deep enough yet. */
export type AwaitTransfer = (verify: () => Promise<VerificationResult>) => Promise<VerificationResult>

/**
 * Pauses between reads, 3 s together: more than a block of Base. The node that the payer reads can be ahead of the node of this
 * service, and a node accepts a transaction before it has the receipt.
 */
const PAUSES_MS = [50, 150, 300, 500, 1_000, 1_000]
/** Requests that wait at a time. A proof of an invented transaction costs nothing, so the others get `pending` at once. */
const MAX_WAITING = 50

export function createAwaitTransfer({ sleep }: { readonly sleep: Sleep }): AwaitTransfer {
  let waiting = 0
  return async (verify) => {
    let result = await verify()
    if (result.kind !== "pending" || waiting >= MAX_WAITING) return result
    waiting += 1
    try {
      for (const pauseMs of PAUSES_MS) {
        await sleep(pauseMs)
        result = await verify()
        if (result.kind !== "pending") break
      }
      return result
    } finally {
      waiting -= 1
    }
  }
}
