import type { UsdcChain } from "./usdc-chain"
import { boundedQueue } from "./bounded-queue"

/** Calls that run at a time, and calls that run or wait. */
const LOOKUP_LIMITS = { maxConcurrent: 8, maxPending: 200 }

/**
 * The chain for calls whose input comes from an unpaid request. A hash and a wallet's signature can be invented, and a
 * used or cancelled proof can be sent again and again: these calls run one after another and do not delay the calls of
 * payers. They reject at once while too many wait.
 */
export function withUntrustedLimits(chain: UsdcChain): UsdcChain {
  const enqueue = boundedQueue(LOOKUP_LIMITS)
  return {
    ...chain,
    findTransfer: (...search) => enqueue(() => chain.findTransfer(...search)),
    plainTransfer: (...transfer) => enqueue(() => chain.plainTransfer(...transfer)),
    isValidSignature: (...question) => enqueue(() => chain.isValidSignature(...question)),
  }
}
